import pg from 'pg'

/** 28P01: the password is another one; 28000: the role is not there, or may not sign in. */
const WRONG_LOGIN = ['28P01', '28000']

/**
 * Makes the role the app signs in with: a member of omni_app and of nothing else, so that no statement of the app can
 * become the schema's owner. A role that is there is kept; only a password that does not fit the URL is set anew.
 */
export async function ensureAppLogin(ownerUrl: string, appUrl: string): Promise<void> {
  const { username, password } = new URL(appUrl)
  const role = decodeURIComponent(username)
  const owner = new pg.Client({ connectionString: ownerUrl, application_name: 'omni-migrate' })
  await owner.connect()
  try {
    const [name, secret] = [pg.escapeIdentifier(role), pg.escapeLiteral(decodeURIComponent(password))]
    const { rowCount } = await owner.query('select 1 from pg_roles where rolname = $1', [role])
    if (!rowCount)
      await owner.query(
        `create role ${name} login nosuperuser nobypassrls nocreatedb nocreaterole inherit password ${secret}`,
      )
    await owner.query(`grant omni_app to ${name}`)
    if (!(await fits(appUrl))) await owner.query(`alter role ${name} login password ${secret}`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(`The role "${role}" of APP_DATABASE_URL cannot be set up (${reason}). See docs/deploy.md.`, {
      cause: error,
    })
  } finally {
    await owner.end()
  }
}

async function fits(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && WRONG_LOGIN.includes(error.code ?? '')) return false
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}
