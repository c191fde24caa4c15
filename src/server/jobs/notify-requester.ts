import { sql } from 'kysely'
import type { Database } from '../db/client.ts'
import { taskChannel } from '../db/task-channel.ts'

/**
 * Notifies the user's open screens of a task's progress, wherever they are connected
 * (sync/change-listener.ts).
 */
export async function notifyRequester(db: Database, userId: string): Promise<void> {
  await sql`select pg_notify(${taskChannel}, ${userId})`.execute(db)
}
