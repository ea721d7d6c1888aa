-- What each part of a bundle costs, so that a line of which one part is bought is not taken for bought.
alter table order_lines add column components jsonb;
comment on column order_lines.components is 'Of a bundle: US cents for `wanted` pieces by component (domain/mapping/plan.ts), as `cost` is their sum. Null: one component, or none was ever planned.';

drop trigger order_lines_profit_changed on order_lines;
create trigger order_lines_profit_changed after update of product_id, cost, sources, shipping, quote, components on order_lines
  for each row when ((old.product_id, old.cost, old.sources, old.shipping, old.quote, old.components) is distinct from
    (new.product_id, new.cost, new.sources, new.shipping, new.quote, new.components)) execute function mark_changed_profit();
