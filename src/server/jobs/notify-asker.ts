import { sql } from 'kysely'
import type { Database } from '../db/client.ts'
import { taskChannel } from '../db/task-channel.ts'

/** Tells the open screens of whoever asked for a task that it went on, wherever they are connected (sync/change-listener.ts). */
export async function notifyAsker(db: Database, userId: string): Promise<void> {
  await sql`select pg_notify(${taskChannel}, ${userId})`.execute(db)
}
