import { allowLogins, loginRoles } from '@nikau/local-postgres/logins'

// `DATABASE_URL=… node tools/database-logins.ts`: lets the roles of the processes log in with the password of development, as a
// superuser and after the first migration. For compose.yaml; docs/operations/database-roles.md says how to do it in production.

const url = process.env.DATABASE_URL
if (!url) {
  console.error('usage: DATABASE_URL=postgres://… node tools/database-logins.ts')
  process.exit(2)
}
await allowLogins(url)
console.log(`${loginRoles.join(', ')} can log in`)
