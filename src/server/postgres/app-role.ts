import type pg from 'pg'
import { connectAlone } from '../db/client.ts'
import { queueSchema } from '../schema/migrate-queue.ts'

/** The role of the embedded cluster that the server works as. Its owner, `office`, migrates, backs up and restores. */
export const embeddedAppRole = 'office_app'

/** Makes that role, or gives it the password that stands in the data folder beside the owner's (folders of earlier versions have neither). */
export async function ensureAppRole(ownerUrl: string, password: string): Promise<void> {
  const client = await connectAlone(ownerUrl)
  try {
    // A statement that fails is written to postgres.log, this one with a password in it.
    await client.query('set log_min_error_statement = panic')
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [embeddedAppRole])
    await client.query(
      `${rowCount === 0 ? 'create' : 'alter'} role ${embeddedAppRole} ${noPowers} password ${client.escapeLiteral(password)}`,
    )
  } finally {
    await client.end()
  }
}

const noPowers = 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls'

/**
 * Gives `role` what the server needs and takes what it must not have, object by object and only where something is wrong: rows as it likes, but audit rows only
 * to write and read, and nothing of the schema itself. `client` is the owner's, in the lock of migrations.
 */
export async function grantAppRights(client: pg.Client, role: string): Promise<void> {
  const grantee = client.escapeIdentifier(role)
  const { rows } = await client.query<{ object: string; taken: string; rights: string }>(wrongObjectsSql, [role])
  await client.query('begin')
  try {
    for (const { object, taken, rights } of rows) {
      await client.query(`revoke ${taken} on ${object} from public, ${grantee}`)
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

/** The role that `url` works as; its name may come from elsewhere than the address. */
export async function readRole(url: string): Promise<string> {
  const client = await connectAlone(url)
  try {
    const { rows } = await client.query<{ role: string }>('select current_user::text as role')
    return rows[0]?.role ?? ''
  } finally {
    await client.end()
  }
}

export type DatabaseStanding = {
  role: string
  /** Names this history of the office's data; null before the first migration. */
  epoch: string | null
  /** Superuser, owner of the trail or of its schema, or somebody who can become one of them: append-only does not hold against this role. */
  isMasterOfTrail: boolean
}

/** Who `url` works as, and whether the trail is safe from them. */
export async function readStanding(url: string): Promise<DatabaseStanding> {
  const client = await connectAlone(url)
  try {
    const { rows } = await client.query<Omit<DatabaseStanding, 'epoch'> & { isMigrated: boolean }>(standingSql)
    const [standing] = rows
    if (standing === undefined) throw new Error('the database does not say who is connected')
    const { isMigrated, ...known } = standing
    const meta = isMigrated ? await client.query<{ epoch: string }>('select epoch from meta') : undefined
    return { ...known, epoch: meta?.rows[0]?.epoch ?? null }
  } finally {
    await client.end()
  }
}

const rowRights = 'SELECT, INSERT, UPDATE, DELETE'

/** The trail and what proves it. */
const appendOnly = [
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
 * Everything of ours whose rights differ from what they should be, each with those, in our schema and in that of the job queue (schema/migrate-queue.ts).
 * Extensions keep theirs.
 */
const wrongObjectsSql = `
  with place as (select oid, nspname, nspowner from pg_namespace where nspname in ('public', '${queueSchema}')),
  ours as (
    select 'table ' || c.oid::regclass as object, c.oid,
      case
        when n.nspname = '${queueSchema}' then case when c.relname = 'migration' then 'SELECT' else '${rowRights}' end
        when c.relname in (${appendOnly}) then 'SELECT, INSERT'
        when c.relname in ('meta', 'schema_migration', 'trail_beginning') then 'SELECT' else '${rowRights}' end as rights
    from pg_class c join place n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and pg_has_role(c.relowner, 'USAGE')
      and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  )
  select object, 'ALL' as taken, rights from ours
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

/** The owner of a schema may drop what stands in it; who may create roles could, before PostgreSQL 16, make himself a member of any. */
const standingSql = `
  select current_user::text as role, to_regclass('public.meta') is not null as "isMigrated",
    r.rolsuper or r.rolcreaterole or pg_has_role(n.nspowner, 'MEMBER')
      or exists (
        select from pg_class c where c.oid = to_regclass('public.audit')
          and (pg_has_role(c.relowner, 'MEMBER') or has_table_privilege(c.oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER'))) as "isMasterOfTrail"
  from pg_roles r cross join pg_namespace n
  where r.rolname = current_user and n.nspname = 'public'`
