import type pg from 'pg'
import { connectAlone } from '#server/db/client.ts'
import { queueSchema } from '#server/schema/migrate-queue.ts'

/**
 * The server's role in the embedded cluster. The owner, `office`, migrates, backs up and restores.
 */
export const embeddedAppRole = 'office_app'

/**
 * Creates that role, or sets its password from the data folder (folders of earlier versions have
 * neither).
 */
export async function ensureAppRole(ownerUrl: string, password: string): Promise<void> {
  const client = await connectAlone(ownerUrl)
  try {
    // Failed statements are written to postgres.log, and this one contains a password.
    await client.query('set log_min_error_statement = panic')
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [embeddedAppRole])
    await client.query(
      `${rowCount === 0 ? 'create' : 'alter'} role ${embeddedAppRole} ${roleAttributes} password ${client.escapeLiteral(password)}`,
    )
  } finally {
    await client.end()
  }
}

const roleAttributes = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls'

/**
 * Grants `role` what the server needs and revokes everything else, object by object and only where
 * something is wrong: full access to rows, but trail rows only to insert and read, and no rights on
 * the schema. `client` belongs to the owner and holds the migration lock.
 */
export async function grantAppRights(client: pg.Client, role: string): Promise<void> {
  const grantee = client.escapeIdentifier(role)
  const { rows } = await client.query<{ object: string; excess: string; rights: string }>(wrongObjectsSql, [role])
  await client.query('begin')
  try {
    for (const { object, excess, rights } of rows) {
      await client.query(`revoke ${excess} on ${object} from public, ${grantee}`)
      await client.query(`grant ${rights} on ${object} to ${grantee}`)
    }
    if (await lacksDefaults(client, role)) {
      await client.query(`alter default privileges in schema public grant ${rowRights} on tables to ${grantee}`)
      await client.query(`alter default privileges in schema public grant usage on sequences to ${grantee}`)
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}

/** The role of a connection to `url`. The URL may leave it to the environment (PGUSER). */
export async function readRole(url: string): Promise<string> {
  const client = await connectAlone(url)
  try {
    const { rows } = await client.query<{ role: string }>('select current_user::text as role')
    return rows[0]?.role ?? ''
  } finally {
    await client.end()
  }
}

interface RoleStatus {
  role: string
  /** Identifies this history of the office's data; null before the first migration. */
  epoch: string | null
  /**
   * True for a superuser, an owner of the trail or its schema, or a role that can become one: the
   * trail is not append-only against it.
   */
  canRewriteTrail: boolean
}

/** The role of `url`, and whether the trail is protected from it. */
export async function readRoleStatus(url: string): Promise<RoleStatus> {
  const client = await connectAlone(url)
  try {
    const { rows } = await client.query<Omit<RoleStatus, 'epoch'> & { isMigrated: boolean }>(roleStatusSql)
    const [status] = rows
    if (status === undefined) throw new Error('the database returned no current role')
    const { isMigrated, ...known } = status
    const meta = isMigrated ? await client.query<{ epoch: string }>('select epoch from meta') : undefined
    return { ...known, epoch: meta?.rows[0]?.epoch ?? null }
  } finally {
    await client.end()
  }
}

const rowRights = 'SELECT, INSERT, UPDATE, DELETE'

/** The trail and its chain tables. */
const appendOnlyTables = [
  'audit',
  'trail_link',
  'trail_link_row',
  'trail_check',
  'trail_review',
  'trail_alert',
  'trail_alert_look',
  'destruction',
  'destroyed_record',
]
  .map((name) => `'${name}'`)
  .join(', ')

/**
 * All our objects with wrong rights and what they should be, in our schema and in that of the job
 * queue (schema/migrate-queue.ts). Excludes extensions.
 */
const wrongObjectsSql = `
  with place as (select oid, nspname, nspowner from pg_namespace where nspname in ('public', '${queueSchema}')),
  ours as (
    select 'table ' || c.oid::regclass as object, c.oid,
      case
        when n.nspname = '${queueSchema}' then case when c.relname = 'migration' then 'SELECT' else '${rowRights}' end
        when c.relname in (${appendOnlyTables}) then 'SELECT, INSERT'
        when c.relname in ('meta', 'schema_migration', 'trail_beginning') then 'SELECT' else '${rowRights}' end as rights
    from pg_class c join place n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and pg_has_role(c.relowner, 'USAGE')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  )
  select object, 'ALL' as excess, rights from ours
    where exists (
      select from unnest('{SELECT,INSERT,UPDATE,DELETE,TRUNCATE,REFERENCES,TRIGGER}'::text[]) as one
      where has_table_privilege($1::name, oid, one) <> (one = any (string_to_array(rights, ', '))))
  union all
  select 'sequence ' || c.oid::regclass, 'ALL', 'USAGE' from pg_class c join place n on n.oid = c.relnamespace
    where c.relkind = 'S' and pg_has_role(c.relowner, 'USAGE')
      and (not has_sequence_privilege($1::name, c.oid, 'USAGE') or has_sequence_privilege($1::name, c.oid, 'UPDATE'))
  union all
  select 'routine ' || p.oid::regprocedure, 'ALL', 'EXECUTE' from pg_proc p join place n on n.oid = p.pronamespace
    where pg_has_role(p.proowner, 'USAGE') and not has_function_privilege($1::name, p.oid, 'EXECUTE')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all
  select 'schema ' || n.nspname, 'CREATE', 'USAGE' from place n
    where pg_has_role(n.nspowner, 'USAGE')
      and (not has_schema_privilege($1::name, n.oid, 'USAGE') or has_schema_privilege($1::name, n.oid, 'CREATE'))`

async function lacksDefaults(client: pg.Client, role: string): Promise<boolean> {
  const { rows } = await client.query<{ kinds: number }>(
    `select count(distinct d.defaclobjtype)::int as kinds from pg_default_acl d cross join aclexplode(d.defaclacl) a
      where d.defaclnamespace = 'public'::regnamespace and d.defaclrole = current_user::regrole
        and a.grantee = (select oid from pg_roles where rolname = $1)`,
    [role],
  )
  return (rows[0]?.kinds ?? 0) < 2
}

/**
 * The owner of a schema may drop its objects; before PostgreSQL 16, a role that may create roles
 * could join any other.
 */
const roleStatusSql = `
  select current_user::text as role, to_regclass('public.meta') is not null as "isMigrated",
    r.rolsuper or r.rolcreaterole or pg_has_role(n.nspowner, 'MEMBER')
      or exists (
        select from pg_class c where c.oid = to_regclass('public.audit')
          and (pg_has_role(c.relowner, 'MEMBER') or has_table_privilege(c.oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER'))) as "canRewriteTrail"
  from pg_roles r cross join pg_namespace n
  where r.rolname = current_user and n.nspname = 'public'`

/** Name in the trail for commands run on the server, where nobody is signed in. */
export const commandUser = '운영자(명령)'
