import pg from 'pg'

/** Of every login, in development and tests. */
export const password = 'nikau'

/** The roles that the processes and tools log in as (docs/operations/database-roles.md). */
export const loginRoles = ['nikau_migrate', 'nikau_api', 'nikau_worker', 'nikau_identity', 'nikau_desk', 'nikau_desk_api', 'nikau_read_only'] as const
export type LoginRole = (typeof loginRoles)[number]

/** Lets the roles log in with the development password. They exist once a database of the server was migrated. */
export async function allowLogins(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const role of loginRoles) await client.query(`alter role ${role} login password ${pg.escapeLiteral(password)}`)
  } finally {
    await client.end()
  }
}

/** Gives people logins of their own that may do what a role may, with the development password. */
export async function createLogins(url: string, names: readonly string[], role: LoginRole): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const name of names) {
      const { rows } = await client.query('select from pg_roles where rolname = $1', [name])
      if (rows.length === 0) await client.query(`create role ${pg.escapeIdentifier(name)} login password ${pg.escapeLiteral(password)} in role ${role}`)
    }
  } finally {
    await client.end()
  }
}

/** The address of the same database for a role, with the development password. */
export function urlAs(url: string, role: string): string {
  return Object.assign(new URL(url), { username: role, password }).href
}
