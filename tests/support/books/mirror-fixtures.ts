import { type CollectionName, collectionNames, mirroredCollections } from '#contract/books/collections.ts'
import { depositCaseBook, type DepositCaseRecord } from '#contract/books/deposit-cases.ts'
import type { AnyRecord, FieldValue } from '#contract/books/field.ts'
import { type ChangeSeq, compareChangeSeq, syncHeaders } from '#contract/sync/sync.ts'
import { toColumns } from '#mirror/store/record-columns.ts'

/** A UUID that sorts by its number. */
export function makeId(number: number): string {
  return `0199${number.toString(16).padStart(4, '0')}-0000-7000-8000-${number.toString(16).padStart(12, '0')}`
}

export function makeCase(number: number, fields: Record<string, FieldValue> = {}): AnyRecord {
  return {
    id: makeId(number),
    version: 1,
    inserted_at: '2026-11-01T09:00:00+09:00',
    updated_at: '2026-11-01T09:00:00+09:00',
    group_id: null,
    regi_date: null,
    owner: `소유자 ${number}`,
    owner_address: null,
    housing_reg_date: null,
    purpose: null,
    fees: null,
    fees_vat: null,
    proof: null,
    tax: null,
    stamp: null,
    receipted_at: null,
    created_at: null,
    registrated_at: null,
    mandated_at: null,
    verified_by: null,
    client_birth: null,
    client_others: null,
    closed_at: null,
    ...fields,
  }
}

export function makeDepositCase(
  number: number,
  fields: Partial<DepositCaseRecord> = {},
): DepositCaseRecord & AnyRecord {
  const empty = Object.fromEntries(depositCaseBook.fields.map(({ key }) => [key, null]))
  const needed = {
    business_section: '제1공구',
    business_manager: '김가온',
    owner_name: `소유자 ${number}`,
    address: '누리군',
    purpose: '소유권이전',
  }
  const base = {
    id: makeId(number),
    version: 1,
    inserted_at: '2026-11-01T09:00:00+09:00',
    updated_at: '2026-11-01T09:00:00+09:00',
  }
  return { ...empty, ...needed, ...base, ...fields } as DepositCaseRecord & AnyRecord
}

export function makeGroup(number: number, name: string, fields: Record<string, FieldValue> = {}): AnyRecord {
  return {
    id: makeId(number),
    version: 1,
    inserted_at: '2026-11-01T09:00:00+09:00',
    updated_at: '2026-11-01T09:00:00+09:00',
    name,
    trust_corporate_name: null,
    office: null,
    region: null,
    type: null,
    manager: null,
    ...fields,
  }
}

interface FixtureChange {
  seq: ChangeSeq
  collection: CollectionName
  id: string
  version: number
}

/**
 * The server's sync calls over records in memory, served through `fetch`. Only for unit tests of
 * the device; whole scenarios run against the real server.
 */
export interface ScriptedServer {
  fetch: (input: string, init?: RequestInit) => Promise<Response>
  readonly requests: string[]
  epoch: string
  isDown: boolean
  put(collection: CollectionName, record: AnyRecord): void
  remove(collection: CollectionName, id: string): void
  /** Called before each response; may change records, or throw to lose the response. */
  beforeResponse: (path: string) => void
  notifyChanged(): void
  /** Sets the stopped records 처리정지, as `<collection>/<id>`. */
  setStopped(...keys: string[]): void
}

export function startScriptedServer(userId: string): ScriptedServer {
  const records = new Map(collectionNames.map((name) => [name, new Map<string, AnyRecord>()]))
  const log: FixtureChange[] = []
  const streams = new Set<ReadableStreamDefaultController<Uint8Array>>()

  function logChange(collection: CollectionName, id: string, version: number): void {
    log.push({ seq: `${log.length + 1}.1`, collection, id, version })
  }
  let stopped: readonly string[] = []
  const readCursor = (): ChangeSeq => log.at(-1)?.seq ?? '0.0'

  const server: ScriptedServer = {
    requests: [],
    epoch: 'first',
    isDown: false,
    beforeResponse: () => undefined,
    put(collection, record) {
      records.get(collection)?.set(record.id, record)
      logChange(collection, record.id, record.version)
    },
    remove(collection, id) {
      const version = (records.get(collection)?.get(id)?.version ?? 0) + 1
      records.get(collection)?.delete(id)
      logChange(collection, id, version)
    },
    setStopped(...keys) {
      stopped = keys
      server.notifyChanged()
    },
    notifyChanged() {
      for (const stream of streams) stream.enqueue(new TextEncoder().encode('data: {"type":"changed"}\n\n'))
    },
    async fetch(input, init) {
      const url = new URL(input, 'http://server')
      server.requests.push(url.pathname + url.search)
      if (server.isDown) throw new TypeError('no network')
      server.beforeResponse(url.pathname + url.search)
      return respond(url, init?.signal ?? null)
    },
  }

  function respond(url: URL, signal: AbortSignal | null): Response {
    if (url.pathname === '/api/sync/probe')
      return createJsonResponse({ ok: true, user_id: userId, epoch: server.epoch })
    if (url.pathname === '/api/sync/changes') return createJsonResponse(listChangesAfter(url.searchParams))
    if (url.pathname === '/api/sync/events') return openEvents(signal)
    const rows = /^\/api\/sync\/([a-z-]+)\/rows$/.exec(url.pathname)
    if (rows) return respondWithPage(rows[1] as CollectionName, url.searchParams)
    return new Response('{"code":"not_found","message":"없음"}', { status: 404 })
  }

  function respondWithPage(collection: CollectionName, params: URLSearchParams): Response {
    const all = [...(records.get(collection)?.values() ?? [])].toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const limit = Number(params.get('limit'))
    const after = params.get('after') ?? ''
    const rows = all.filter((record) => record.id > after).slice(0, limit)
    const next = rows.length === limit ? (rows.at(-1)?.id ?? null) : null
    const columns = toColumns(mirroredCollections[collection], rows)
    const page = { epoch: server.epoch, cursor: readCursor(), columns, next, total: all.length }
    return createJsonResponse(page, next === null ? {} : { [syncHeaders.nextPage]: next })
  }

  function listChangesAfter(params: URLSearchParams): unknown {
    const limit = Number(params.get('limit'))
    const after = params.get('after') ?? '0.0'
    const logged = log.filter((change) => compareChangeSeq(change.seq, after) > 0)
    const page = logged.slice(0, limit)
    const newest = new Map(page.map((change) => [`${change.collection}/${change.id}`, change]))
    const changes = [...newest.values()].map(({ collection, id, version }) => {
      const row = records.get(collection)?.get(id) ?? null
      return { collection, id, version: row?.version ?? version, row }
    })
    const mark = `list ${stopped.join()}`
    const isChanged = params.get('stopped') !== mark
    const stoppedPart = isChanged ? { stopped: { mark, records: stopped } } : {}
    return {
      epoch: server.epoch,
      cursor: page.at(-1)?.seq ?? after,
      changes,
      more: logged.length > limit,
      ...stoppedPart,
    }
  }

  function openEvents(signal: AbortSignal | null): Response {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        streams.add(controller)
        controller.enqueue(new TextEncoder().encode(`data: {"type":"hello","epoch":"${server.epoch}"}\n\n`))
        signal?.addEventListener('abort', () => {
          streams.delete(controller)
          controller.error(new DOMException('aborted', 'AbortError'))
        })
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream; charset=utf-8' } })
  }
  return server
}

function createJsonResponse(body: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json', ...headers } })
}
