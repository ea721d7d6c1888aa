-- A supplier that was chosen for one line of one order alone (POST /orders/{id}/change-supplier); the product keeps its own.
alter table order_lines add column supplier jsonb;
