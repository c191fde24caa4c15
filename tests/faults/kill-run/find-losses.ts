import pg from 'pg'
import type { WriteLedger } from './clerks.ts'

interface WrittenState {
  ops: { op_id: string; status: number | null }[]
  effects: { op_id: string; times: number }[]
  rows: { id: string; owner: string; version: number }[]
  audits: number
}

/**
 * One line per write that is lost, duplicated or stored differently than acknowledged. Requires
 * that nobody else wrote under these keys.
 */
export async function findLosses(databaseUrl: string, { acknowledged }: WriteLedger): Promise<string[]> {
  const written = await readWritten(databaseUrl)
  const opIds = new Set(acknowledged.map(({ opId }) => opId))
  const effects = new Map(written.effects.map(({ op_id, times }) => [op_id, times]))
  const rows = new Map(written.rows.map((row) => [row.id, row]))
  const losses = [
    ...(written.ops.length === opIds.size
      ? []
      : [`${written.ops.length} operation ids taken, ${opIds.size} acknowledged`]),
    ...written.ops.filter(({ status }) => status === null).map(({ op_id }) => `${op_id} was taken and never answered`),
    ...[...opIds]
      .filter((opId) => effects.get(opId) !== 1)
      .map((id) => `${id} took effect ${effects.get(id) ?? 0} times`),
    ...[...effects.keys()].filter((opId) => !opIds.has(opId)).map((opId) => `${opId} took effect unacknowledged`),
    ...(written.audits === opIds.size ? [] : [`${written.audits} rows in the trail for ${opIds.size} writes`]),
  ]
  for (const [recordId, writes] of Map.groupBy(acknowledged, (write) => write.recordId)) {
    const row = rows.get(recordId)
    const last = writes.at(-1)
    if (row?.owner === last?.owner && row?.version === writes.length) continue
    losses.push(
      `${recordId}: "${row?.owner}" version ${row?.version}, and not "${last?.owner}" version ${writes.length}`,
    )
  }
  return losses
}

async function readWritten(databaseUrl: string): Promise<WrittenState> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const ops = await client.query(`select op_id, status from op`)
    const effects = await client.query(
      `select op_id, count(*)::int as times from change where op_id is not null group by op_id`,
    )
    const rows = await client.query(`select id, owner, version from real_estate`)
    const audits = await client.query<{ count: number }>(
      `select count(*)::int as count from audit where collection = 'real-estate' and act in ('create', 'update')`,
    )
    return { ops: ops.rows, effects: effects.rows, rows: rows.rows, audits: audits.rows[0]?.count ?? 0 }
  } finally {
    await client.end()
  }
}
