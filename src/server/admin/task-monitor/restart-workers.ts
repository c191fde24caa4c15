import { problem } from '#contract/problem.ts'
import { silentWorkerMs } from '../../jobs/beat-worker.ts'
import { Refusal } from '../../plugins/refusal.ts'
import { type Doer, leaveTrail, type MonitorGround } from './manage-tasks.ts'
import { listWorkers } from './read-workers.ts'

/** Asks one worker to begin anew, wherever it runs: it sees that within a beat. What it is at is put back and goes on afterwards; a worker in a process of its own gives way to another process. */
export async function restartWorker({ deps, queue }: MonitorGround, name: string, doer: Doer): Promise<void> {
  const worker = (await listWorkers(deps)).find((one) => one.name === name)
  if (!worker) throw new Refusal(problem('not_found', { message: '워커를 찾을 수 없습니다.' }))
  if (!worker.is_online)
    throw new Refusal(
      problem('refused', { message: '응답하지 않는 워커는 여기에서 재시작할 수 없습니다. 서버를 확인해 주세요.' }),
    )
  await deps.db.transaction().execute(async (tx) => {
    const restart_asked_at = deps.now().toISOString()
    await tx.updateTable('task_worker').set({ restart_asked_at }).where('name', '=', name).execute()
    await leaveTrail(tx, doer, { act: 'restart', worker: name })
  })
  void queue.wake()
}

/** The same for every worker that lives. */
export async function restartWorkers({ deps, queue }: MonitorGround, doer: Doer): Promise<void> {
  const now = deps.now()
  await deps.db.transaction().execute(async (tx) => {
    const asked = await tx
      .updateTable('task_worker')
      .set({ restart_asked_at: now.toISOString() })
      .where('seen_at', '>=', new Date(now.getTime() - silentWorkerMs).toISOString())
      .returning('name')
      .execute()
    await leaveTrail(tx, doer, { act: 'restart', workers: asked.map(({ name }) => name) })
  })
  void queue.wake()
}
