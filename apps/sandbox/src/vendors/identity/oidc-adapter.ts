import type { ColumnType, Kysely } from 'kysely'
import type { Adapter, AdapterPayload } from 'oidc-provider'

export interface OidcTables {
  oidc: {
    model: string
    id: string
    payload: ColumnType<AdapterPayload, string, string>
    grant_id: string | null
    uid: string | null
    expires_at: Date | null
  }
}

/**
 * Sessions, codes and tokens of the OpenID provider in our table. Its times are real time: Omni checks them by its
 * own clock.
 */
export class OidcAdapter implements Adapter {
  readonly #db: Kysely<OidcTables>
  readonly #model: string

  constructor(db: Kysely<OidcTables>, model: string) {
    this.#db = db
    this.#model = model
  }

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number) {
    const row = {
      payload: JSON.stringify(payload),
      grant_id: payload.grantId ?? null,
      uid: payload.uid ?? null,
      expires_at: expiresIn ? new Date(Date.now() + expiresIn * 1000) : null,
    }
    await this.#db
      .insertInto('oidc')
      .values({ model: this.#model, id, ...row })
      .onConflict((c) => c.columns(['model', 'id']).doUpdateSet(row))
      .execute()
  }

  async find(id: string) {
    return this.#take(await this.#rows().where('id', '=', id).executeTakeFirst())
  }

  async findByUid(uid: string) {
    return this.#take(await this.#rows().where('uid', '=', uid).executeTakeFirst())
  }

  /** Only the device flow asks for user codes, and it is off. */
  async findByUserCode() {
    return undefined
  }

  async consume(id: string) {
    const found = await this.find(id)
    if (!found) return
    const payload = JSON.stringify({ ...found, consumed: Math.floor(Date.now() / 1000) })
    await this.#db.updateTable('oidc').set({ payload }).where('model', '=', this.#model).where('id', '=', id).execute()
  }

  async destroy(id: string) {
    await this.#db.deleteFrom('oidc').where('model', '=', this.#model).where('id', '=', id).execute()
  }

  async revokeByGrantId(grantId: string) {
    await this.#db.deleteFrom('oidc').where('grant_id', '=', grantId).execute()
  }

  #rows() {
    return this.#db.selectFrom('oidc').select(['payload', 'expires_at']).where('model', '=', this.#model)
  }

  #take(row: { payload: AdapterPayload; expires_at: Date | null } | undefined) {
    return row && (row.expires_at === null || row.expires_at.getTime() > Date.now()) ? row.payload : undefined
  }
}
