import { z } from 'zod'
import { dayMs } from '#contract/dates/day-ms.ts'
import { filterText } from '#contract/records/list-query.ts'
import { idSchema, instantSchema } from '#contract/records/values.ts'

/** The task monitor, superusers only; reads respond under `data`. */
export const taskMonitorPath = '/api/celery'

export const workerStates = ['active', 'inactive', 'restarting', 'error', 'maintenance'] as const
export const taskStates = ['PENDING', 'STARTED', 'SUCCESS', 'FAILURE', 'RETRY', 'REVOKED'] as const
export type TaskState = (typeof taskStates)[number]
/**
 * States offered by the filter, in upper or lower case; all others appear only without a filter.
 */
export const taskStateFilters = ['success', 'failure', 'pending', 'started'] as const

export const taskMonitorRefreshMs = 30_000
const tasksPerPage = 20
export const taskHours = [1, 6, 24, 168] as const
export const defaultTaskHours = 24
/** Display names of task kinds, also used for the search. */
export const taskNames: Readonly<Record<string, string>> = {
  'application-forms': '등기신청서 작성',
  'address-issue': '등본 발급',
  'address-refresh-owners': '소유자 정보 갱신',
  'address-download': '등본 다운로드',
  'land_survey-xlsx': '토지조서 생성(엑셀)',
  'land_survey-pdf': '토지조서 생성(PDF)',
  'compensation-xlsx': '보상금 산정(엑셀)',
  'compensation-pdf': '보상금 산정(PDF)',
  'official-document': '공문서 생성',
  'case-book-export': '부동산 사건부 내보내기',
  'deposit-export': '공탁 사건부 내보내기',
}
/** A day longer than the longest period that can be queried. */
export const taskRunRetentionMs = 8 * dayMs
const congestion = { congested: 100, moderate: 10 }

/** Congestion level of a queue by its number of waiting tasks. */
export function classifyCongestion(pending: number): 'congested' | 'moderate' | 'smooth' {
  if (pending > congestion.congested) return 'congested'
  return pending > congestion.moderate ? 'moderate' : 'smooth'
}

const count = z.number().int().nonnegative()
const wrapData = <Schema extends z.ZodType>(data: Schema) => z.object({ data })

const overviewSchema = z.object({
  workers: z.object({ active: count, total: count }),
  tasks_24h: z.object({ success: count, total: count }),
  /** Null if the queue does not respond. */
  queues: z.object({ total_pending: count.nullable() }),
})
export const overviewResponseSchema = wrapData(overviewSchema)

export const workerSchema = z.object({
  name: z.string(),
  hostname: z.string(),
  status: z.enum(workerStates),
  is_online: z.boolean(),
  pid: z.number().int(),
  /** Task parts it works on at the same time. */
  concurrency: count,
  active_tasks: count,
  /** Task parts finished since it started, successfully or not. */
  processed_tasks: count,
  failed_tasks: count,
  queues: z.array(z.string()),
  version: z.string(),
  started_at: instantSchema,
  seen_at: instantSchema,
})
export type Worker = z.infer<typeof workerSchema>
export const workerListQuerySchema = z.object({
  search: filterText,
  status: z.enum(['', ...workerStates]).optional(),
})
export type WorkerListQuery = z.infer<typeof workerListQuerySchema>
export const workersResponseSchema = wrapData(z.array(workerSchema))
export const workerDetailSchema = workerSchema.extend({
  running: z.array(z.object({ task_id: z.string(), task_name: z.string(), started_at: instantSchema })),
})
export type WorkerDetail = z.infer<typeof workerDetailSchema>
export const workerDetailResponseSchema = wrapData(workerDetailSchema)
export const workerNameSchema = z.object({ name: z.string().min(1).max(300) })

export const taskRunSchema = z.object({
  task_id: idSchema,
  task_name: z.string(),
  status: z.enum(taskStates),
  worker_name: z.string().nullable(),
  queue_name: z.string().nullable(),
  queued_at: instantSchema,
  started_at: instantSchema.nullable(),
  finished_at: instantSchema.nullable(),
  /** Seconds from start to end; null while it runs. */
  execution_time: z.number().nonnegative().nullable(),
  /** The same, or until now while it runs. */
  runtime: z.number().nonnegative().nullable(),
  error: z.string().nullable(),
})
export type TaskRun = z.infer<typeof taskRunSchema>
export const taskListQuerySchema = z.object({
  search: filterText,
  status: z
    .string()
    .toLowerCase()
    .pipe(z.enum(['', ...taskStateFilters]))
    .optional(),
  hours: z.coerce
    .number()
    .pipe(z.literal([...taskHours]))
    .default(defaultTaskHours),
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(tasksPerPage),
})
export type TaskListQuery = z.infer<typeof taskListQuerySchema>
export const paginationSchema = z.object({ page: count, page_size: count, total: count, pages: count })
export type Pagination = z.infer<typeof paginationSchema>
export const tasksResponseSchema = wrapData(z.array(taskRunSchema)).extend({ pagination: paginationSchema })
export const taskDetailSchema = taskRunSchema.extend({
  attempt: count,
  /**
   * Whether the task still exists and can be retried or withdrawn. After the cleanup only this
   * record remains.
   */
  is_kept: z.boolean(),
  /** For work on many records. */
  items: z.object({ total: count, done: count, failed: count }).nullable(),
})
export type TaskDetail = z.infer<typeof taskDetailSchema>
export const taskDetailResponseSchema = wrapData(taskDetailSchema)
export const taskIdSchema = z.object({ id: idSchema })

const queueStatSchema = z.object({
  queue_name: z.string(),
  pending_tasks: count,
  active_tasks: count,
  scheduled_tasks: count,
})
export const queuesResponseSchema = wrapData(z.array(queueStatSchema))

/** With the queue in the database (`postgres`), its figures fill the same fields. */
export const queueFiguresSchema = z.object({
  backend: z.enum(['redis', 'postgres']),
  version: z.string(),
  uptime_in_seconds: count,
  connected_clients: count,
  /** For a database: its size on disk. */
  used_memory_human: z.string(),
  /** For a database: transactions. */
  total_commands_processed: count,
  celery_keys_count: count,
  /** The first 20. */
  celery_keys: z.array(z.string()),
})
export type QueueFigures = z.infer<typeof queueFiguresSchema>
export const figuresResponseSchema = wrapData(queueFiguresSchema)

/** The requested action has started. */
export const actionResponseSchema = z.object({ success: z.literal(true), message: z.string() })
