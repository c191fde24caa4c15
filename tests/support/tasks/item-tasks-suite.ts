import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#contract/dates/day-ms.ts'
import { taskStartSchema } from '#contract/tasks/background-task.ts'
import { ItemError, type ItemKind } from '#server/tasks/task-kind.ts'
import { makeRecord } from '../books/make-record.ts'
import { stopRecords } from '../books/stop-record.ts'
import { createCountedKind } from './counted-items.ts'
import { buildOneEach, createIds, type ItemOffice } from './item-office.ts'

/** A kind whose file lists the items that were done. */
function createFileOptions(
  textOf: (doneIds: readonly string[]) => string,
): Pick<ItemKind, 'finish' | 'mediaType' | 'fileNames'> {
  return {
    finish: async (_context, doneIds) => Readable.from([textOf(doneIds)]),
    mediaType: 'text/plain',
    fileNames: () => ({ ascii: 'items.txt', korean: '항목.txt' }),
  }
}

/** Tests of tasks over many items for any queue. Call it in a `describe`. */
export function testItemTasks(openOffice: () => Promise<ItemOffice>): void {
  let itemOffice: ItemOffice
  beforeAll(async () => {
    itemOffice = await openOffice()
  })
  afterEach(() => itemOffice.clear())
  afterAll(() => itemOffice.office.close())

  test('does every item once and reports progress in the published form', async () => {
    const process = await itemOffice.startProcess(createCountedKind())
    const ids = createIds(120)
    const task = await itemOffice.startTask(process, [...ids, ...ids.slice(0, 5)])
    expect(await itemOffice.waitUntilDone(process, task)).toMatchObject({
      success: true,
      status: 'completed',
      message: '120건을 처리했습니다.',
      progress: 100,
      failed_items: [],
      processed_count: 120,
      total_count: 120,
      estimated_time: 0,
      batch_info: { batch_progress: 3, remaining_batches: 0, current_batch_size: 50 },
    })
    expect(await itemOffice.countTimesDone(ids)).toEqual(buildOneEach(ids))
  })

  test('returns exactly the published keys for starts and polls', async () => {
    let release = () => undefined as void
    const blocked = new Promise<void>((resolve) => (release = resolve))
    const process = await itemOffice.startProcess(
      createCountedKind(
        () => blocked,
        createFileOptions(() => 'file'),
      ),
    )
    const started = (await process.send('POST', { payload: { ids: createIds(120) } })).json()
    expect(started).toEqual({
      success: true,
      task_id: expect.any(String),
      message: '작업을 시작했습니다.',
      estimated_time: 12,
      processing_info: { total_count: 120, total_batches: 3, batch_size: 50 },
    })
    const { task_id: task } = taskStartSchema.parse(started)
    await expect.poll(async () => (await itemOffice.poll(process, task ?? '')).status).toBe('processing')
    const fields = ['success', 'status', 'message', 'progress', 'processed_count', 'total_count', 'processing_time']
    const itemKeys = ['batch_info', 'failed_count', 'failed_items', 'item_notes']
    const listSortedKeys = (sample: object) => Object.keys(sample).toSorted()
    // Nothing is done yet, so the remaining time is unknown.
    expect(listSortedKeys(await itemOffice.poll(process, task ?? ''))).toEqual([...fields, ...itemKeys].toSorted())
    release()
    const fileKeys = ['estimated_time', 'download_url', 'filename', 'file_size']
    expect(listSortedKeys(await itemOffice.waitUntilDone(process, task ?? ''))).toEqual(
      [...fields, ...itemKeys, ...fileKeys].toSorted(),
    )
  })

  test('reports progress item by item', async () => {
    let release = () => undefined as void
    const blocked = new Promise<void>((resolve) => (release = resolve))
    const ids = createIds(60)
    const process = await itemOffice.startProcess(
      createCountedKind((id) => (id === ids[10] || id === ids[55] ? blocked : undefined)),
    )
    const task = await itemOffice.startTask(process, ids)
    await expect.poll(async () => (await itemOffice.poll(process, task)).processed_count, { timeout: 10_000 }).toBe(15)
    expect(await itemOffice.poll(process, task)).toMatchObject({
      status: 'processing',
      progress: 25,
      total_count: 60,
      batch_info: { batch_progress: 1, remaining_batches: 1, current_batch_size: 50 },
    })
    release()
    await itemOffice.waitUntilDone(process, task)
  })

  test('shows a task to nobody else, not even the superuser', async () => {
    const process = await itemOffice.startProcess(createCountedKind())
    const task_id = await itemOffice.startTask(process, createIds(1))
    const superuser = await itemOffice.office.signIn('superuser')
    for (const [method, more] of [
      ['GET', { query: { task_id } }],
      ['DELETE', { payload: { task_id } }],
    ] as const)
      expect((await process.send(method, more, superuser)).statusCode).toBe(404)
    expect((await itemOffice.waitUntilDone(process, task_id)).success).toBe(true)
  })

  test('fails only the broken item, with a readable message, or a neutral one for a bug', async () => {
    const [broken, buggy, ...rest] = createIds(5)
    const process = await itemOffice.startProcess(
      createCountedKind((id) => {
        if (id === broken) throw new ItemError('등기부가 없는 지번입니다.')
        if (id === buggy) throw new TypeError('secret path /etc')
      }),
    )
    const end = await itemOffice.waitUntilDone(
      process,
      await itemOffice.startTask(process, [broken ?? '', ...rest, buggy ?? '']),
    )
    expect(end).toMatchObject({ status: 'completed', message: '3건을 처리했고, 2건은 처리하지 못했습니다.' })
    expect(end.failed_items).toEqual([
      { id: broken, message: '등기부가 없는 지번입니다.' },
      { id: buggy, message: '처리 중 오류가 발생했습니다.' },
    ])
    expect(await itemOffice.countTimesDone(rest)).toEqual(buildOneEach(rest))
  })

  test('retries a source that fails for a while after pauses, without redoing finished items', async () => {
    const calls: string[] = []
    const process = await itemOffice.startProcess(
      createCountedKind((id) => {
        calls.push(id)
        const isUnavailable = calls.length > 20 && calls.length < 30
        if (isUnavailable) throw new ItemError('등기소가 응답하지 않습니다.', { isTransient: true })
      }),
    )
    const ids = createIds(50)
    expect(await itemOffice.waitUntilDone(process, await itemOffice.startTask(process, ids))).toMatchObject({
      status: 'completed',
      failed_items: [],
    })
    expect(await itemOffice.countTimesDone(ids)).toEqual(buildOneEach(ids))
    expect(calls).toHaveLength(50 + 9)
  })

  test('finishes other records although the source never responds for some', async () => {
    const ids = createIds(40)
    const mute = new Set(ids.slice(10, 14))
    const process = await itemOffice.startProcess(
      createCountedKind((id) => {
        if (mute.has(id)) throw new ItemError('등기소가 응답하지 않습니다.', { isTransient: true })
      }),
    )
    const end = await itemOffice.waitUntilDone(process, await itemOffice.startTask(process, ids))
    expect(end.failed_items?.map(({ id }) => id)).toEqual([...mute])
    expect((await itemOffice.countTimesDone(ids)).filter(Boolean)).toHaveLength(36)
  })

  test('ends the task with the message of an unreachable source, without asking for every item', async () => {
    const calls: number[] = []
    const process = await itemOffice.startProcess(
      createCountedKind(() => {
        calls.push(performance.now())
        throw new ItemError('등기소가 응답하지 않습니다.', { isTransient: true })
      }),
    )
    expect(await itemOffice.waitUntilDone(process, await itemOffice.startTask(process, createIds(50)))).toEqual({
      success: false,
      error: '등기소가 응답하지 않습니다.',
      failed_count: 50,
      item_notes: [],
      failed_items: expect.any(Array) as unknown,
    })
    expect(calls.length).toBeLessThan(50)
    // Three calls in a row each time, with a pause before that doubles each time.
    const tries = calls.filter((_, index) => index % 3 === 0).slice(0, 8)
    const pauses = tries.slice(1).map((startedAt, before) => startedAt - (tries[before] ?? 0))
    for (const [index, pause] of pauses.entries()) expect(pause).toBeGreaterThanOrEqual(20 * 2 ** index)
  })

  test('stops when cancelled and keeps what was done', async () => {
    const process = await itemOffice.startProcess(createCountedKind(() => delay(10)))
    const ids = createIds(400)
    const task_id = await itemOffice.startTask(process, ids)
    await expect
      .poll(async () => (await itemOffice.poll(process, task_id)).processed_count ?? 0, { timeout: 10_000 })
      .toBeGreaterThan(5)
    expect((await process.send('DELETE', { payload: { task_id } })).json()).toEqual({ success: true })
    const doneCount = (await itemOffice.countTimesDone(ids)).filter(Boolean).length
    expect(doneCount).toBeLessThan(400)
    await delay(300)
    expect((await itemOffice.countTimesDone(ids)).filter(Boolean).length).toBe(doneCount)
    expect((await process.send('GET', { query: { task_id } })).statusCode).toBe(404)
  })

  test('omits a record from the file if its processing was stopped after its item was done', async () => {
    const { staff, office } = itemOffice
    const ids = await Promise.all([1, 2].map(async () => String((await makeRecord(staff, 'addresses'))['id'])))
    const [stopped = '', keptId = ''] = ids
    const superuser = await office.signIn('superuser')
    const send = async (method: 'POST' | 'DELETE', url: string, payload: object) =>
      (await superuser.inject({ method, url, payload })).statusCode
    const process = await itemOffice.startProcess(
      createCountedKind(
        async (id) => {
          if (id !== keptId) return
          await expect.poll(() => itemOffice.countTimesDone([stopped])).toEqual([1])
          await stopRecords(send, [{ collection: 'addresses', id: stopped }])
        },
        createFileOptions((doneIds) => doneIds.join()),
      ),
    )
    const task = await itemOffice.startTask(process, ids)
    const { download_url: url } = await itemOffice.waitUntilDone(process, task)
    expect((await process.get(url ?? '')).body).toBe(keptId)
  })

  test('makes the file from finished items in order, keeps it for a week, and then deletes it', async () => {
    const ids = createIds(70)
    const kind = createCountedKind(
      (id) => {
        if (id === ids[3]) throw new ItemError('등기부가 없는 지번입니다.')
      },
      createFileOptions((doneIds) => doneIds.join('\n')),
    )
    const process = await itemOffice.startProcess(kind)
    const task = await itemOffice.startTask(process, ids)
    const end = await itemOffice.waitUntilDone(process, task)
    const url = `/api/test/counted/file?task_id=${task}`
    expect(end).toMatchObject({ status: 'completed', download_url: url, filename: '항목.txt' })
    expect((await process.get(url, await itemOffice.office.signIn('superuser'))).statusCode).toBe(404)
    const file = await process.get(url)
    expect(end.file_size).toBe(Buffer.byteLength(file.body))
    expect(file.body).toBe(ids.filter((id) => id !== ids[3]).join('\n'))
    await process.close()
    const readStoredFiles = async () =>
      await itemOffice.office.db.selectFrom('download_chunk').select('task_id').execute()
    itemOffice.clock.aheadMs = 6 * dayMs
    await (await itemOffice.startProcess(kind)).close()
    expect(await readStoredFiles()).toHaveLength(1)
    itemOffice.clock.aheadMs = 8 * dayMs
    await itemOffice.startProcess(kind)
    await expect.poll(readStoredFiles, { timeout: 10_000 }).toEqual([])
    expect(await itemOffice.office.db.selectFrom('task_item').select('item_id').execute()).toEqual([])
  })
}
