import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/db/client.ts'
import { migrate, readMigrations } from '#server/schema/migrate.ts'
import { createTestDatabase, type TestDatabase } from '#tests/support/servers/test-database.ts'
import { embeddedAppRole, readRoleStatus } from './app-role.ts'
import { checkAppRole } from './check-app-role.ts'

let office: TestDatabase
beforeAll(async () => {
  office = await createTestDatabase()
  await office.db.insertInto('audit').values({ user_name: '김가온', act: 'read' }).execute()
})
afterAll(() => office.drop())

async function readTrail({ db }: TestDatabase): Promise<Array<{ user_name: string; act: string }>> {
  return await db.selectFrom('audit').select(['user_name', 'act']).execute()
}

/** `done`, or the SQLSTATE of the refusal. */
async function runStatement(url: string, statement: string): Promise<string> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(statement)
    return 'done'
  } catch (error) {
    return error instanceof pg.DatabaseError ? (error.code ?? '') : String(error)
  } finally {
    await client.end()
  }
}

describe('the server’s role', () => {
  test('has no power over the cluster and is a member of no role', async () => {
    const { rows } = await sql`
      select rolname, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
        (select count(*)::int from pg_auth_members where member = pg_roles.oid) as memberships
      from pg_roles where rolname = current_user`.execute(office.db)
    expect(rows).toEqual([
      {
        rolname: embeddedAppRole,
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolreplication: false,
        rolbypassrls: false,
        memberships: 0,
      },
    ])
  })

  test.each([
    `update audit set user_name = '다른 사람'`,
    `delete from audit`,
    `merge into audit using (values (1)) v on true when matched then delete`,
    `truncate audit`,
    `truncate audit cascade`,
    `drop table audit`,
    `drop schema public cascade`,
    `alter table audit disable trigger all`,
    `alter table audit disable trigger audit_is_append_only`,
    `alter table audit rename to gone`,
    `alter table audit owner to ${embeddedAppRole}`,
    `alter table audit add column more text`,
    `drop trigger audit_is_append_only on audit`,
    `drop trigger audit_is_never_emptied on audit`,
    `create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'`,
    `create rule lost as on insert to audit do instead nothing`,
    `create trigger lost before insert on audit for each row execute function refuse_change()`,
    `create table lost ()`,
    `set session_replication_role = replica`,
    `set role office`,
    `set session authorization office`,
    `copy audit to program 'cat'`,
    `alter role ${embeddedAppRole} superuser`,
    `update meta set epoch = gen_random_uuid()`,
    `delete from schema_migration`,
  ])('may not: %s', async (statement) => {
    expect(await runStatement(office.url, statement)).not.toBe('done')
    expect(await readTrail(office)).toEqual([{ user_name: '김가온', act: 'read' }])
  })

  test('may write rows of every other table, also of tables created later', async () => {
    const migrations = await readMigrations()
    const name = '9999-later.sql'
    const later = { version: 9999, name, sql: 'create table later (id serial, word text)', sha256: 'later' }
    const grown = await createTestDatabase()
    await migrate(grown.ownerUrl, { migrations: [...migrations, later] })
    expect(await runStatement(grown.url, `insert into later (word) values ('새 표')`)).toBe('done')
    expect(await runStatement(grown.url, `truncate later`)).toBe('42501')
    await grown.drop()
  })
})

test.each([`update audit set user_name = ''`, 'delete from audit', 'truncate audit'])(
  'protects the trail from mistakes of the owner too: %s',
  async (statement) => {
    // P0001 comes from the trigger.
    expect(await runStatement(office.ownerUrl, statement)).toBe('P0001')
  },
)

describe('rights at every start', () => {
  const readRights = async () => {
    const { rows } = await sql<{ relname: string; xmin: string }>`
      select relname, xmin::text from pg_class where relnamespace = 'public'::regnamespace order by 1`.execute(
      office.db,
    )
    return rows
  }

  test('stay untouched when correct', async () => {
    const before = await readRights()
    await migrate(office.ownerUrl, { appRole: embeddedAppRole })
    expect(await readRights()).toEqual(before)
  })

  test('are corrected when somebody widened or narrowed them', async () => {
    await sql`grant update, truncate on audit to public`.execute(office.ownerDb)
    await sql`revoke insert on real_estate from ${sql.ref(embeddedAppRole)}`.execute(office.ownerDb)
    expect((await readRoleStatus(office.url)).canRewriteTrail).toBe(true)
    await migrate(office.ownerUrl, { appRole: embeddedAppRole })
    expect((await readRoleStatus(office.url)).canRewriteTrail).toBe(false)
    const { rows } = await sql`select has_table_privilege('audit', 'update, truncate') as widened,
      has_table_privilege('real_estate', 'insert') as restored`.execute(office.db)
    expect(rows).toEqual([{ widened: false, restored: true }])
  })
})

describe('a database provided by the office', () => {
  test('is accepted with a single URL, with a line on how to improve it', async () => {
    const line = await checkAppRole(createExternalCluster(office.ownerUrl, office.ownerUrl))
    expect(line).toContain('주의: DATABASE_URL의 역할(office)')
    expect(line).not.toContain('\n')
  })

  test('is accepted silently when the server has a separate role', async () => {
    expect(await checkAppRole(createExternalCluster(office.url, office.ownerUrl))).toBeNull()
    expect(await checkAppRole(createExternalCluster(office.url, office.url))).toBeNull()
  })

  test('is refused with two URLs of the same power or of two databases', async () => {
    const other = await createTestDatabase()
    await sql`update meta set epoch = gen_random_uuid()`.execute(other.ownerDb)
    await expect(checkAppRole(createExternalCluster(office.url, other.ownerUrl))).rejects.toThrow(
      '서로 다른 데이터베이스',
    )
    await other.drop()
    const role = `deputy_${randomBytes(6).toString('hex')}`
    await sql.raw(`create role ${role} login password 'geheim' in role office`).execute(office.ownerDb)
    const url = Object.assign(new URL(office.ownerUrl), { username: role, password: 'geheim' }).href
    await expect(checkAppRole(createExternalCluster(url, office.ownerUrl))).rejects.toThrow(
      `DATABASE_URL의 역할(${role})`,
    )
    await sql.raw(`drop role ${role}`).execute(office.ownerDb)
  })

  test('is protected the same way when its owner is not a superuser', async () => {
    const suffix = randomBytes(6).toString('hex')
    const empty = await createTestDatabase({ empty: true })
    const [owner, app] = [`keeper_${suffix}`, `server_${suffix}`]
    await sql.raw(`create role ${owner} login password 'geheim'`).execute(empty.ownerDb)
    await sql.raw(`create role ${app} login password 'geheim'`).execute(empty.ownerDb)
    await sql.raw(`alter database ${new URL(empty.url).pathname.slice(1)} owner to ${owner}`).execute(empty.ownerDb)
    const buildUrl = (username: string) => Object.assign(new URL(empty.ownerUrl), { username, password: 'geheim' }).href
    await migrate(buildUrl(owner), { appRole: app })
    expect(await checkAppRole(createExternalCluster(buildUrl(app), buildUrl(owner)))).toBeNull()
    expect(await runStatement(buildUrl(app), `insert into audit (user_name, act) values ('가', 'read')`)).toBe('done')
    for (const statement of [`update audit set act = ''`, 'delete from audit', 'truncate audit', 'drop table audit'])
      expect([statement, await runStatement(buildUrl(app), statement)]).toEqual([statement, '42501'])
    await empty.drop()
    const cluster = openDatabase({ url: office.ownerUrl, maxConnections: 1 })
    await sql.raw(`drop role ${owner}, ${app}`).execute(cluster)
    await cluster.destroy()
  })

  test('is refused if it is empty and its role may not create tables; the message names the missing URL', async () => {
    const empty = await createTestDatabase({ empty: true })
    await expect(migrate(empty.url)).rejects.toThrow('DATABASE_OWNER_URL')
    await empty.drop()
  })
})

function createExternalCluster(url: string, ownerUrl: string) {
  return { kind: 'external' as const, url, ownerUrl, close: async () => undefined }
}
