import { expect, test } from 'vitest'
import { taskNames, tasksResponseSchema } from '#contract/admin/task-monitor.ts'
import { problemSchema } from '#contract/problem.ts'
import { newId } from '#server/new-id.ts'
import { type StaffCall, testStaffArea } from '#tests/support/people/staff-calls.ts'

const superuser = { staff: 403, superuser: 200 } as const
const nowhere = { staff: 403, superuser: 404 } as const
const id = '01890000-0000-7000-8000-000000000001'

const calls: readonly StaffCall[] = [
  ['GET', '/api/celery/overview/', null, superuser],
  ['GET', '/api/celery/workers/status/?search=&status=', null, superuser],
  ['GET', '/api/celery/tasks/status/?status=SUCCESS&hours=168&limit=20', null, superuser],
  ['GET', '/api/celery/queues/stats/', null, superuser],
  ['GET', '/api/celery/redis/info/', null, superuser],
  ['GET', `/api/celery/workers/${id}/`, null, nowhere],
  ['GET', `/api/celery/tasks/${id}/`, null, nowhere],
  ['POST', `/api/celery/workers/${id}/restart/`, null, nowhere],
  ['POST', '/api/celery/tasks/update-and-restart-workers/', null, superuser],
  ['POST', '/api/celery/tasks/update-metrics/', null, superuser],
  ['POST', '/api/celery/tasks/cleanup/', null, superuser],
  ['POST', `/api/celery/tasks/${id}/retry/`, null, nowhere],
  ['POST', `/api/celery/tasks/${id}/cancel/`, null, nowhere],
]
const area = testStaffArea({ calls, paths: /^\/api\/celery\// })

test('refuses an unknown question in Korean', async () => {
  const person = await area.server().signIn('superuser')
  for (const query of ['hours=2', 'status=lost', 'page=0', 'limit=1000']) {
    const response = await person.inject({ url: `/api/celery/tasks/status/?${query}` })
    expect(response.statusCode).toBe(400)
    expect(problemSchema.parse(response.json()).message).toMatch(/[가-힣]/)
  }
})

test('labels only task kinds that this server has', async () => {
  const { db, signIn } = area.server()
  const queuedAt = new Date().toISOString()
  const rows = Object.keys(taskNames).map((kind) => ({
    id: newId(),
    kind,
    status: 'SUCCESS' as const,
    queued_at: queuedAt,
  }))
  await db.insertInto('task_run').values(rows).execute()
  const response = await (await signIn('superuser')).inject({ url: '/api/celery/tasks/status/?limit=100' })
  const { data } = tasksResponseSchema.parse(response.json())
  expect(data).toHaveLength(rows.length)
  expect(data.filter(({ queue_name: queue }) => queue === null).map(({ task_name: name }) => name)).toEqual([])
})

test('logs what a superuser does with workers and tasks', async () => {
  const person = await area.server().signIn('superuser')
  await person.inject({ method: 'POST', url: '/api/celery/tasks/cleanup/' })
  const row = await area
    .server()
    .db.selectFrom('audit')
    .select(['user_id', 'detail'])
    .where('collection', '=', 'tasks')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ user_id: person.user.id, detail: { act: 'cleanup', tasks: 0 } })
})
