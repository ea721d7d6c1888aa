import { describe, expect, test } from 'vitest'
import { migrationProblems, statementsOf } from './migration-rules.ts'

const refused: [what: string, sql: string, problem: RegExp][] = [
  ['an index', 'create index a on products (title);', /without concurrently/],
  ['concurrently inside', 'create index concurrently a on products (title);', /outside a transaction/],
  ['a retry', '-- outside a transaction\ncreate index concurrently a on products (title);', /drop index concurrently/],
  ['a check', 'alter table products add constraint a check (x > 0);', /without not valid/],
  ['a foreign key', 'alter table products add foreign key (a) references b;', /without not valid/],
  ['a key', 'alter table products add constraint a unique (title);', /using index/],
  ['a volatile default', 'alter table products add column a uuid default gen_random_uuid();', /differs by row/],
  ['a generated column', 'alter table products add column a int generated always as (1) stored;', /generated/],
  ['a checked column', 'alter table products add column a int check (a > 0);', /with a check/],
  ['a reference', 'alter table products add column a uuid references users;', /references/],
  ['not null', 'alter table products add column a text not null;', /no default/],
  ['set not null', 'alter table products alter column title set not null;', /set not null/],
  ['a type', 'alter table products alter column title type varchar(3);', /type of a column/],
  ['a lock', 'lock table products;', /locks a whole table/],
  ['a drop', 'alter table products drop column title;', /drops data/],
  ['a rename', 'alter table products rename column title to name;', /renames/],
  [
    'an open table',
    'create table t (\n  workplace_id uuid not null,\n  primary key (workplace_id)\n);',
    /protect_tenant_table/,
  ],
]

describe('a live table is not locked', () => {
  test.each(refused)('%s', (_what, sql, problem) => {
    expect(migrationProblems(sql).join('\n')).toMatch(problem)
  })

  test('a new table, a column with a plain default, a constraint to be validated later', () => {
    const sql = `create table t (
  workplace_id uuid not null,
  id uuid not null default new_id(),
  primary key (workplace_id, id)
);
create index t_id on t (id);
select protect_tenant_table('t');
alter table products add column a text not null default '';
alter table products add constraint a check (a <> 'x') not valid;`
    expect(migrationProblems(sql)).toEqual([])
  })

  test('a rename, where it says that the version before is stopped; what loses data is refused there, too', () => {
    const stopped = '-- the version before must be stopped\n'
    expect(migrationProblems(`${stopped}alter table products rename column title to name;`)).toEqual([])
    expect(migrationProblems(`${stopped}alter table products drop column title;`).join()).toMatch(/drops data/)
  })

  test('an index that is made beside the traffic', () => {
    const sql = `-- outside a transaction
drop index concurrently if exists products_a;
create index concurrently products_a on products (title);`
    expect(migrationProblems(sql)).toEqual([])
    expect(statementsOf(sql)).toHaveLength(2)
  })
})
