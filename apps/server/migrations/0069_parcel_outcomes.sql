-- What became of a parcel is part of how a supplier and a carrier deliver (0056, features/analytics/count-deliveries.ts).
create trigger parcels_outcome_changed after update of status, sub_status, carrier_name, replaced_by on parcels
  for each row when ((old.status, old.sub_status, old.carrier_name, old.replaced_by)
    is distinct from (new.status, new.sub_status, new.carrier_name, new.replaced_by))
  execute function mark_changed_profit();
