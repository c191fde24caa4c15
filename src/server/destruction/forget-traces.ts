import { sql, type Transaction } from 'kysely'
import { problem, problemStatus } from '#contract/problem.ts'
import type { Tables } from '../schema/tables/tables.ts'
import type { Member } from './family.ts'

/**
 * Removes the records' values from logs, answers, files and chats. Run it before deleting the rows,
 * because their log shows where to look.
 */
export async function forgetTraces(trx: Transaction<Tables>, family: readonly Member[]): Promise<void> {
  const ids = sql.val(family.map(({ id }) => id))
  await forgetAnswers(trx, ids)
  await forgetMadeFiles(trx, family)
  await forgetChats(trx, family)
  await forgetChanges(trx, family)
}

type Ids = ReturnType<typeof sql.val<string[]>>

/**
 * A stored answer may contain the whole row, also as a conflict; after this, a repeat gets 404. The
 * devices' traces of these writes are deleted too.
 */
async function forgetAnswers(trx: Transaction<Tables>, ids: Ids): Promise<void> {
  const written = sql`select op_id from change where record_id = any(${ids}::uuid[]) and op_id is not null`
  await sql`delete from op_trace where op_id in (${written}) or into_op_id in (${written})`.execute(trx)
  await sql`
    update op set status = ${problemStatus.not_found}, answer = ${JSON.stringify(problem('not_found'))}::json
    where op_id in (${written}) and answer ->> 'id' = any(${ids}::text[])
  `.execute(trx)
  await sql`
    update op set status = ${problemStatus.not_found}, answer = ${JSON.stringify(problem('not_found'))}::json
    where status >= 400 and answer -> 'current' ->> 'id' = any(${ids}::text[])
  `.execute(trx)
}

/** The log keeps who did what and when, but not the values. */
async function forgetChanges(trx: Transaction<Tables>, family: readonly Member[]): Promise<void> {
  for (const [collection, members] of Map.groupBy(family, (member) => member.collection)) {
    const ids = sql.val(members.map(({ id }) => id))
    await sql`
      update change set fields = '{}' where collection = ${collection} and record_id = any(${ids}::uuid[])
    `.execute(trx)
  }
}

/**
 * Generated files may contain the record and can be generated again; their requests may name it. A
 * task in progress loses only its item, and its file is deleted within a day.
 */
async function forgetMadeFiles(trx: Transaction<Tables>, family: readonly Member[]): Promise<void> {
  const ids = sql.val(family.map(({ id }) => id))
  const patterns = sql.val(namesOf(family).map(containing))
  await sql`
    delete from download_task t where t.kind <> ${destroyTaskName} and t.status in ('completed', 'failed') and (
      exists (select from download_chunk c where c.task_id = t.id)
      or exists (select from task_item i where i.task_id = t.id and i.item_id = any(${ids}::uuid[]))
      or t.input::text like any(${patterns}::text[]))
  `.execute(trx)
  await sql`
    delete from task_item i using download_task t
    where t.id = i.task_id and t.kind <> ${destroyTaskName} and i.item_id = any(${ids}::uuid[])
  `.execute(trx)
}

/** Chats that show the record, by its id or by a person's name or contact data. */
async function forgetChats(trx: Transaction<Tables>, family: readonly Member[]): Promise<void> {
  const patterns = sql.val([...family.map(({ id }) => id), ...namesOf(family)].map(containing))
  await sql`
    delete from chat_thread where title like any(${patterns}::text[])
      or id in (select thread_id from chat_message where parts::text like any(${patterns}::text[]))
  `.execute(trx)
}

/** The task that performs destruction (../../keeping/destroy-kind.ts) continues. */
export const destroyTaskName = 'keeping-destroy'

/** Fields with names of people; one-letter values are skipped, they would match everywhere. */
const nameKeys = ['owner', 'owner_name', 'name', 'deposit_name', 'requester_name', 'rider', 'sender', 'receiver']
const contactKeys = ['phone', 'email', 'owner_address']

/** Names and contact data by which other texts may mention these records. */
function namesOf(family: readonly Member[]): string[] {
  const values = family.flatMap(({ row }) => [...nameKeys, ...contactKeys].map((key) => row?.[key]))
  return [...new Set(values.filter((value): value is string => typeof value === 'string' && value.trim().length > 1))]
}

function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}
