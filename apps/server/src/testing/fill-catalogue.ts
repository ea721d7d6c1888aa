import type pg from 'pg'

/**
 * Products straight into the catalogue, for tests and benches of what comes after it: `p1` … of cj, each with colours
 * and sizes.
 */
export async function fillCatalogue(
  pool: pg.Pool | pg.Client,
  { products, variants, from = 1 }: { products: number; variants: number; from?: number },
): Promise<void> {
  const colours = Math.max(1, Math.min(2, variants))
  await pool.query(
    `insert into catalog_sellers (source, seller_id, store_name) select 'cj', 's' || n, 'Seller ' || n
      from generate_series(0, 6) n on conflict do nothing`,
  )
  await pool.query(
    `
    with made as (
      insert into catalog_products (source, source_product_id, name, description, price_min, price_max, rsp_price,
        profit, seller_id, ship_froms, ship_countries, shipping_cost, shipping_time_min, shipping_time_max,
        total_variants, stock, status, detail_at, images, options, content_hash, product_link)
      select 'cj', 'p' || n, 'Product number ' || n, '<p>Good to have.</p>', 300 + n % 4000, 300 + n % 4000 + $2,
        2000, 500, 's' || n % 7, '{CN}', '{US}', 199, 5, 9, $2, 100 * $2, 'full', now(),
        array['https://pictures.test/' || n || '.webp', 'https://pictures.test/' || n || 'b.webp'],
        jsonb_build_array(
          jsonb_build_object('name', 'Color', 'values', (select jsonb_agg(jsonb_build_object('id', 'c' || c,
            'value', 'Color ' || c, 'image', null, 'countryCode', null)) from generate_series(0, $3::int - 1) c)),
          jsonb_build_object('name', 'Size', 'values', (select jsonb_agg(jsonb_build_object('id', 's' || z, 'value',
            'Size ' || z, 'image', null, 'countryCode', null))
            from generate_series(0, ceil($2::numeric / $3)::int - 1) z))),
        '\\x00', 'https://cj.test/p' || n
      from generate_series($4::int, $4::int + $1::int - 1) n returning id, price_min, source_product_id)
    insert into catalog_variants (product_id, position, sku_id, sku_property, price, quantity)
    select id, v, source_product_id || '-' || v, jsonb_build_array(
      jsonb_build_object('property_id', '1', 'name', 'Color', 'value_id', 'c' || v % $3, 'value',
        'Color ' || v % $3, 'image', null),
      jsonb_build_object('property_id', '2', 'name', 'Size', 'value_id', 's' || v / $3, 'value', 'Size ' || v / $3,
        'image', null)), price_min + v, 100
    from made, generate_series(0, $2::int - 1) v`,
    [products, variants, colours, from],
  )
}
