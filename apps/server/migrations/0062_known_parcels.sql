-- Parcels that suppliers told before there were rows for them. They are followed from now on, as far as the plan goes.
insert into parcels (workplace_id, order_id, supplier_order_id, number, carrier, tracking_url, not_before, turn, turn_at)
select s.workplace_id, s.order_id, s.supplier_order_id,
  upper(regexp_replace(p.shipment ->> 'tracking_number', '[^[:alnum:]]', '', 'g')),
  coalesce(p.shipment ->> 'carrier', ''), p.shipment ->> 'tracking_url', o.ordered_at, 'register', now()
from supplier_orders s join orders o using (workplace_id, order_id), jsonb_array_elements(s.shipments) as p (shipment)
where s.state = 'placed' and s.supplier_status = 'shipped'
  and regexp_replace(coalesce(p.shipment ->> 'tracking_number', ''), '[^[:alnum:]]', '', 'g') <> ''
on conflict do nothing;
