import { logFailure } from '../logging/trouble-log.ts'
import type { WorkContext } from './task-work.ts'
import { notifyRequester } from './notify-requester.ts'

export const messageOfFailure = '처리 중 오류가 발생했습니다.'
export const messageOfFullDisk = '서버의 저장 공간이 가득 차서 파일을 만들지 못했습니다. 최고관리자에게 알려 주세요.'

/**
 * Marks a task as failed, with a message for people. `error` (absent: not our fault) goes to the
 * log. Never throws.
 */
export async function failTask(
  { deps, log }: Pick<WorkContext, 'log'> & { deps: Pick<WorkContext['deps'], 'db' | 'now'> },
  { id, error, message = messageOfFailure }: { id: string; error?: unknown; message?: string },
): Promise<void> {
  try {
    const failed = await deps.db
      .updateTable('download_task')
      .set({ status: 'failed', error: message, finished_at: deps.now().toISOString() })
      .where('id', '=', id)
      .where('status', 'in', ['pending', 'processing'])
      .returning(['kind', 'user_id'])
      .executeTakeFirst()
    if (!failed) return
    const { kind, user_id } = failed
    if (error === undefined) log.info({ task: id, kind }, 'no item of a task could be done')
    else log.error({ err: error, task: id, kind }, 'task failed')
    await notifyRequester(deps.db, user_id)
  } catch (lost) {
    logFailure(log, lost, 'could not record the outcome of a task')
  }
}
