import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { CollectionName } from '#contract/books/collections.ts'
import type { AnswerPart, EngineName } from '#contract/chat/answer.ts'
import {
  chatAboutSchema,
  type ChatAnswer,
  chatAnswerSchema,
  type ChatEvent,
  type ChatRequest,
  chatRequestSchema,
} from '#contract/chat/calls.ts'
import { chatLimits, chatPaths } from '#contract/chat/chat-texts.ts'
import { countResidentNumbers, maskResidentNumbers } from '#contract/person-numbers/resident-number.ts'
import { problem } from '#contract/problem.ts'
import { answerQuestion } from '#domain/chat/answer-question.ts'
import { exampleQuestions } from '#domain/chat/answer-visitor.ts'
import {
  type AttachedTable,
  type EngineStep,
  type Knowledge,
  type OfficeData,
  type PageSearch,
  toChatQuestion,
} from '#domain/chat/knowledge.ts'
import { staffExamples, staffGreeting, staffModelGreeting } from '#domain/chat/small-talk.ts'
import { chatTools } from '#domain/chat/tools/tools.ts'
import { toOfficeDay } from '#domain/dates/office-date.ts'
import { formatMomentWithSeconds } from '#domain/dates/office-moment.ts'
import { countInWindow, dayKey, daySeconds, maxWindowSeconds } from '#server/db/count-in-window.ts'
import type { App, Deps } from '#server/deps.ts'
import { HttpProblem } from '#server/http/http-problem.ts'
import type { CachedOffice } from '#server/office-profile/read-office.ts'
import { toProblem } from '#server/plugins/error-handlers.ts'
import { createSharedLimit, createTooManyProblem, identifyCaller } from '#server/plugins/request-limits.ts'
import type { RouteDeps } from '#server/route-deps.ts'
import { writeTrail } from '#server/trail/write-trail.ts'
import { identifyFileOwner, openChatFile } from './files/chat-files.ts'
import { type ChatEngine, createModelEngine } from './model/model-engine.ts'
import { createKnownWords, type KnownWords, type OfficeSources, readOfficeData } from './office/office-data.ts'
import { requireOwnThread, saveAnswer, type SavedQuestion } from './threads.ts'

/** The office's engine: its language model, otherwise the rules alone. */
function createEngine({ config, db }: Pick<Deps, 'config' | 'db'>): ChatEngine {
  const { chatModel } = config
  if (!chatModel) return ruleEngine
  return createModelEngine({
    endpoint: chatModel,
    tools: chatTools,
    fallback: ruleEngine,
    async spendQuestion(key) {
      const { count } = await countInWindow(db, `${dayKey}chat model ${key}`, daySeconds)
      return count <= chatModel.questionsPerDay
    },
  })
}

/** The rule engine: no text leaves this server, so only resident numbers are masked. */
const ruleEngine: ChatEngine = {
  name: 'local',
  listReplaced(question) {
    const count = countResidentNumbers(question)
    return count === 0 ? [] : [{ kind: 'resident', count }]
  },
  answer: (request, knowledge) => answerQuestion(request, knowledge),
}

const tags = ['채팅']

/** The chat: visitors ask about public pages, staff about records too. */
export function chatRoutes(app: App, deps: RouteDeps): void {
  const { office, readOwnLeave, pageSearch: pages } = deps
  const sources: OfficeSources = { lists: deps.servedBooks.map(({ list }) => list), readLeave: readOwnLeave }
  const engine = createEngine(deps)
  const knownWords = createKnownWords(deps.db, deps.now)
  registerAbout(app, office, engine)
  app.route({
    method: 'POST',
    url: chatPaths.ask,
    schema: {
      tags,
      summary: '질문하기. Accept: text/event-stream이면 답을 나누어 보냅니다.',
      body: chatRequestSchema,
      response: { 200: chatAnswerSchema },
    },
    onRequest: [createSharedLimit(deps, { max: scaleLimit(deps, chatLimits.questionsPerMinute) })],
    handler: async (request, reply) => {
      await countVisitorQuestion(deps, request, reply)
      const submitted = maskQuestion(request.body)
      const savedQuestion = toSavedQuestion(request, submitted.question)
      if (savedQuestion) await requireOwnThread(deps.db, savedQuestion)
      const gathered = await gatherKnowledge(deps, request, { pages, sources, knownWords, office })
      const tools = new Set<string>()
      const books = new Set<CollectionName>()
      const knowledge = { ...gathered, office: gathered.office && recordBooks(gathered.office, books) }
      const caller = { key: identifyCaller(request), signal: createCallerSignal(reply, deps.drain) }
      const steps = recordTools(engine.answer(submitted, knowledge, caller), tools)
      const finish = async (parts: ChatAnswer['parts']) => {
        const questionId = await storeQuestion(deps, request, {
          savedQuestion,
          parts,
          engine: engine.name,
          tools: [...tools],
          books: [...books],
        })
        const replaced = engine.listReplaced(request.body.prompt)
        return { ...buildResponse(parts, deps.now()), engine: engine.name, replaced, question_id: questionId }
      }
      if (wantsEvents(request)) return await streamAnswer(request, reply, { steps, finish, drain: deps.drain })
      return await finish(await collectAnswer(steps))
    },
  })
}

async function gatherKnowledge(
  deps: Deps,
  request: FastifyRequest<{ Body: ChatRequest }>,
  {
    pages,
    office,
    ...records
  }: { pages: PageSearch; sources: OfficeSources; knownWords: KnownWords; office: CachedOffice },
): Promise<Knowledge> {
  const { file_id: fileId } = request.body
  return {
    pages,
    contact: await office.read(),
    today: toOfficeDay(deps.now().getTime()),
    office: openOffice(deps, request, records),
    table: fileId === undefined ? null : await openAttachedTable(deps, request, fileId),
  }
}

/** Collects the names of used tools for the trail. */
async function* recordTools(steps: AsyncIterable<EngineStep>, tools: Set<string>): AsyncGenerator<EngineStep> {
  for await (const step of steps) {
    if (step.kind === 'tool') tools.add(step.name)
    yield step
  }
}

/** Collects the books whose records were read, which the trail lists like any reading of a list. */
function recordBooks(office: OfficeData, books: Set<CollectionName>): OfficeData {
  return {
    ...office,
    async find(name, query, options) {
      const result = await office.find(name, query, options)
      if (result.rows.length > 0) books.add(name)
      return result
    },
    async findRecord(name, id) {
      const record = await office.findRecord(name, id)
      if (record) books.add(name)
      return record
    },
  }
}

/** Aborts when the caller has left or the server drains. */
function createCallerSignal({ raw }: FastifyReply, drain: AbortSignal): AbortSignal {
  const disconnected = new AbortController()
  raw.once('close', () => disconnected.abort())
  return AbortSignal.any([disconnected.signal, drain])
}

/** The office's data for staff; null for everybody else. */
function openOffice(
  deps: Deps,
  request: FastifyRequest,
  { sources, knownWords }: { sources: OfficeSources; knownWords: KnownWords },
): OfficeData | null {
  const { user } = request
  if (!user || !isStaffRequest(request)) return null
  const caller = { id: user.id, name: user.name, isStaff: user.isStaff, isSuperuser: user.isSuperuser }
  return readOfficeData({ db: deps.db, now: deps.now(), knownWords }, sources, caller)
}

/** Visitors share the counts of their IP address; staff have only the limit per minute. */
async function countVisitorQuestion(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.user) return
  const { count, secondsLeft } = await countInWindow(
    deps.db,
    `visitor ${chatPaths.ask} ${identifyCaller(request)}`,
    maxWindowSeconds,
  )
  if (count > scaleLimit(deps, chatLimits.visitorQuestionsPerWindow)) throw createTooManyProblem(reply, secondsLeft)
}

/** Scales a limit with the server's general limit (RATE_LIMIT) where that is above the default. */
function scaleLimit({ config }: Deps, limit: number): number {
  return Math.ceil(limit * Math.max(1, config.rateLimitPerMinute / defaultRequestsPerMinute))
}

const defaultRequestsPerMinute = 6000

async function openAttachedTable(deps: Deps, request: FastifyRequest, id: string): Promise<AttachedTable> {
  const table = await openChatFile(deps, { id, owner: identifyFileOwner(request, deps.officeKeys) })
  if (table === null) throw new HttpProblem(problem('not_found', { message: fileNotFoundText }))
  return table
}

const fileNotFoundText = '첨부한 파일을 찾을 수 없습니다. 하루가 지난 파일은 지워지므로 다시 첨부해 주세요.'

/** Masks resident numbers, so that they are neither searched for nor stored. */
function maskQuestion(request: ChatRequest) {
  const { question, history } = toChatQuestion(request)
  return {
    question: maskResidentNumbers(question),
    history: history.map(({ role, text }) => ({ role, text: maskResidentNumbers(text) })),
  }
}

function buildResponse(parts: ChatAnswer['parts'], now: Date) {
  const texts = parts.flatMap((part) => (part.kind === 'text' ? part.text.replaceAll('**', '') : []))
  return { message: texts.join('\n'), parts, created_at: formatMomentWithSeconds(now.getTime()) }
}

function wantsEvents({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/event-stream') === true
}

/** `GET /api/chat/about/`: the chat's description and example questions for the caller. */
function registerAbout(app: App, office: CachedOffice, { name: engine }: ChatEngine): void {
  app.route({
    method: 'GET',
    url: chatPaths.about,
    schema: { tags: ['채팅'], summary: '채팅이 무엇이고 무엇에 답하는지', response: { 200: chatAboutSchema } },
    handler: async (request, reply) => {
      void reply.header('cache-control', 'no-cache').header('vary', 'authorization')
      const isModel = engine === 'model'
      if (isStaffRequest(request))
        return { greeting: isModel ? staffModelGreeting : staffGreeting, examples: [...staffExamples] }
      const { name } = await office.read()
      return { greeting: isModel ? composeModelGreeting(name) : composeGreeting(name), examples: [...exampleQuestions] }
    },
  })
}

function composeGreeting(name: string): string {
  return `안녕하세요. ${name}의 안내 도우미입니다. 사람이 아니라 정해진 규칙에 따라, 이 사이트에 공개된 안내에서 찾은 내용과 그 출처를 알려 드립니다. 사건에 대한 법률 판단은 하지 않습니다. 주민등록번호와 계좌번호는 적지 마세요.`
}

function composeModelGreeting(name: string): string {
  return `안녕하세요. ${name}의 안내 도우미입니다. 사람이 아니라 언어 모델이 이 사이트에 공개된 안내를 찾아 답하므로 틀릴 수 있습니다. 출처를 함께 확인해 주세요. 전화번호나 계좌번호 같은 번호는 가리고 묻지만, 적지 않으시는 것이 가장 안전합니다.`
}

/** Threads are stored for staff only. */
function toSavedQuestion(request: FastifyRequest<{ Body: ChatRequest }>, question: string): SavedQuestion | null {
  const { thread_id: threadId, instead_of: insteadOf } = request.body
  if (threadId === undefined || !request.user || !isStaffRequest(request)) return null
  return { threadId, userId: request.user.id, question, insteadOf }
}

/**
 * Stores question and answer in their thread, and audits for staff that a question was asked and
 * which tools answered it, without the text.
 */
async function storeQuestion(
  deps: Deps,
  request: FastifyRequest,
  answered: {
    readonly savedQuestion: SavedQuestion | null
    readonly parts: readonly AnswerPart[]
    readonly engine: EngineName
    readonly tools: readonly string[]
    readonly books: readonly CollectionName[]
  },
): Promise<string | null> {
  const { savedQuestion, parts, engine, tools, books } = answered
  const { user } = request
  if (!user || !isStaffRequest(request)) return null
  return await deps.db.transaction().execute(async (trx) => {
    const detail = { engine, tools }
    await writeTrail(trx, { user, ipAddress: request.ip, act: 'read', collection: 'chat', detail })
    for (const collection of books)
      await writeTrail(trx, { user, ipAddress: request.ip, act: 'list', collection, detail: { from: 'chat' } })
    return savedQuestion && (await saveAnswer(trx, deps, { ...savedQuestion, parts, engine }))
  })
}

/** Whether the caller is staff, who may also ask about records. */
function isStaffRequest({ user }: Pick<FastifyRequest, 'user'>): boolean {
  return user !== null && (user.isStaff || user.isSuperuser)
}

/**
 * Streams an answer as server-sent events (contract/chat/calls.ts). Stops looking things up once
 * the reader has left or the server drains.
 */
async function streamAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  {
    steps,
    finish,
    drain,
  }: { steps: AsyncIterable<EngineStep>; finish: (parts: AnswerPart[]) => Promise<ChatAnswer>; drain: AbortSignal },
): Promise<FastifyReply> {
  reply.hijack()
  const { raw } = reply
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Stops proxies from buffering the stream.
    'x-accel-buffering': 'no',
  })
  const send = ({ name, data }: ChatEvent) => void raw.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
  const heartbeat = setInterval(() => void raw.write(': heartbeat\n\n'), heartbeatMs)
  try {
    const parts = await collectAnswer(steps, (step) => {
      send(toChatEvent(step))
      return !raw.destroyed && !drain.aborted
    })
    send({ name: 'done', data: await finish(parts) })
  } catch (error) {
    send({ name: 'error', data: toProblem(error as FastifyError, request) })
  } finally {
    clearInterval(heartbeat)
    raw.end()
  }
  return reply
}

const heartbeatMs = 15_000

function toChatEvent(step: EngineStep): ChatEvent {
  if (step.kind === 'delta') return { name: 'delta', data: { text: step.text } }
  if (step.kind === 'tool') return { name: 'tool', data: { label: step.label } }
  return { name: 'part', data: step.part }
}

/**
 * Collects the parts of an answer, merging consecutive texts. Calls `notify` with each step before
 * asking for the next; stops when it returns false, because the reader has left.
 */
async function collectAnswer(
  steps: AsyncIterable<EngineStep>,
  notify: (step: EngineStep) => boolean = () => true,
): Promise<AnswerPart[]> {
  const parts: AnswerPart[] = []
  for await (const step of steps) {
    const last = parts.at(-1)
    if (step.kind === 'part') parts.push(step.part)
    else if (step.kind === 'delta' && last?.kind === 'text') last.text += step.text
    else if (step.kind === 'delta') parts.push({ kind: 'text', text: step.text })
    if (!notify(step)) break
  }
  return parts
}
