import type { FastifyReply, FastifyRequest } from 'fastify'
import { problem } from '#contract/problem.ts'
import { maskResidentNumbers } from '#contract/resident-number.ts'
import { askedQuestion } from '#domain/chat/asked-question.ts'
import type { AttachedTable } from '#domain/chat/attached-table.ts'
import { officeDay } from '#domain/office-date.ts'
import { Refusal } from '../plugins/refusal.ts'
import { fileOwnerOf, openFile } from './files/chat-files.ts'
import { chatAnswerSchema, chatRequestSchema, type ChatAnswer, type ChatRequest } from '#contract/chat/calls.ts'
import { chatLimits, chatPaths } from '#contract/chat/chat-words.ts'
import type { EngineStep, Knowledge } from '#domain/chat/engine-step.ts'
import type { PageSearch } from '#domain/chat/page-search.ts'
import type { OfficeData } from '#domain/chat/office-data.ts'
import { momentToTheSecond } from '#domain/office-moment.ts'
import type { KnownOffice } from '../db/office/read-office.ts'
import type { App, Deps } from '../deps.ts'
import { countInWindow, dayKey, daySeconds } from '../plugins/count-in-window.ts'
import { callerOf, tooMany } from '../plugins/request-limits.ts'
import { sharedLimit } from '../plugins/shared-limit.ts'
import { createKnownWords, type KnownWords } from './office/known-words.ts'
import { readOfficeData, type OfficeSources } from './office/office-data.ts'
import { requireOwnThread } from './threads/keep-answer.ts'
import { keepingOf, settleQuestion } from './threads/settle-question.ts'
import { openEngine } from './open-engine.ts'
import { registerAbout } from './about-route.ts'
import { isOfOffice } from './is-of-office.ts'
import { collectAnswer } from './collect-answer.ts'
import { createPageSearch, type PublicTexts } from './pages/page-search.ts'
import { streamAnswer } from './stream-answer.ts'

const tags = ['채팅']

/** A question (spec 3 §7 "AI chat"): visitors are told of public pages, people of the office of its records too. */
export function registerChatRoutes(
  app: App,
  deps: Deps,
  { office, readPage, ...sources }: { office: KnownOffice; readPage: PublicTexts['readPage'] } & OfficeSources,
): void {
  const pages = createPageSearch({ db: deps.db, readPage, readOffice: () => office.read() })
  const engine = openEngine(deps)
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
    onRequest: [sharedLimit(deps, { max: openedBy(deps, chatLimits.questionsPerMinute) })],
    handler: async (request, reply) => {
      await countDay(deps, request, reply)
      const asked = askedIn(request.body)
      const keeping = keepingOf(request, asked.question)
      if (keeping) await requireOwnThread(deps.db, keeping)
      const knowledge = await knowledgeOf(deps, request, { pages, sources, knownWords, known: office })
      const tools = new Set<string>()
      const asker = { key: callerOf(request), signal: leftOrDraining(reply, deps.drain) }
      const steps = noting(engine.answer(asked, knowledge, asker), tools)
      const finish = async (parts: ChatAnswer['parts']) => {
        const questionId = await settleQuestion(deps, request, {
          keeping,
          parts,
          engine: engine.name,
          tools: [...tools],
        })
        const replaced = engine.replacedIn(request.body.prompt)
        return { ...answerOf(parts, deps.now()), engine: engine.name, replaced, question_id: questionId }
      }
      if (wantsEvents(request)) return await streamAnswer(request, reply, { steps, finish, drain: deps.drain })
      return await finish(await collectAnswer(steps))
    },
  })
}

async function knowledgeOf(
  deps: Deps,
  request: FastifyRequest<{ Body: ChatRequest }>,
  {
    pages,
    known,
    ...records
  }: { pages: PageSearch; sources: OfficeSources; knownWords: KnownWords; known: KnownOffice },
): Promise<Knowledge> {
  const { file_id: fileId } = request.body
  const { scrivener_title, scrivener, telephone, hours } = await known.read()
  return {
    pages,
    person: { scrivener_title, scrivener, telephone, hours },
    today: officeDay(deps.now().getTime()),
    office: officeOf(deps, request, records),
    table: fileId === undefined ? null : await attachedTable(deps, request, fileId),
  }
}

/** Which tools are used, for the trail. */
async function* noting(steps: AsyncIterable<EngineStep>, tools: Set<string>): AsyncGenerator<EngineStep> {
  for await (const step of steps) {
    if (step.kind === 'tool') tools.add(step.name)
    yield step
  }
}

/** Aborts when whoever asked has left, and when the server drains. */
function leftOrDraining({ raw }: FastifyReply, drain: AbortSignal): AbortSignal {
  const left = new AbortController()
  raw.once('close', () => left.abort())
  return AbortSignal.any([left.signal, drain])
}

/** The office's data for its people; null for everybody else, who is told of public pages. */
function officeOf(
  deps: Deps,
  request: FastifyRequest,
  { sources, knownWords }: { sources: OfficeSources; knownWords: KnownWords },
): OfficeData | null {
  const { user } = request
  if (!user || !isOfOffice(request)) return null
  const asker = { id: user.id, name: user.name, isStaff: user.isStaff, isSuperuser: user.isSuperuser }
  return readOfficeData({ db: deps.db, now: deps.now(), knownWords }, sources, asker)
}

/** Visitors share the counts of their address, people of the office have none per day. */
async function countDay(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.user) return
  const { count, secondsLeft } = await countInWindow(
    deps.db,
    `${dayKey}${chatPaths.ask} ${callerOf(request)}`,
    daySeconds,
  )
  if (count > openedBy(deps, chatLimits.visitorQuestionsPerDay)) throw tooMany(reply, secondsLeft)
}

/** In proportion to the server's own limit, where that is set wider than usual (RATE_LIMIT): one variable opens all doors. */
function openedBy({ config }: Deps, usual: number): number {
  return Math.ceil(usual * Math.max(1, config.rateLimitPerMinute / usualRequestsPerMinute))
}

const usualRequestsPerMinute = 6000

async function attachedTable(deps: Deps, request: FastifyRequest, id: string): Promise<AttachedTable> {
  const table = await openFile(deps, { id, owner: fileOwnerOf(request, deps.numbers) })
  if (table === null) throw new Refusal(problem('not_found', { message: fileIsGone }))
  return table
}

const fileIsGone = '첨부한 파일을 찾을 수 없습니다. 하루가 지난 파일은 지워지므로 다시 첨부해 주세요.'

/** Nothing of a resident number is searched for or kept (decision 29). */
function askedIn(request: ChatRequest) {
  const { question, before } = askedQuestion(request)
  return {
    question: maskResidentNumbers(question),
    before: before.map(({ role, text }) => ({ role, text: maskResidentNumbers(text) })),
  }
}

function answerOf(parts: ChatAnswer['parts'], now: Date) {
  const texts = parts.flatMap((part) => (part.kind === 'text' ? part.text.replaceAll('**', '') : []))
  return { message: texts.join('\n'), parts, created_at: momentToTheSecond(now.getTime()) }
}

function wantsEvents({ headers }: FastifyRequest): boolean {
  return headers.accept?.includes('text/event-stream') === true
}
