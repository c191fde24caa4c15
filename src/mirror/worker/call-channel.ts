import type { Channel, Runtime } from '../runtime.ts'
import { callAfter } from '../timing/deadline.ts'

/**
 * Typed calls over a channel that delivers plain messages in order (a worker, a MessagePort, a
 * BroadcastChannel). A call is answered once (`request`) or until one side ends it (`follow`); a
 * follower may send further wishes. Answers arrive in the order they were made, across all calls: a
 * range of rows is only right together with the changes before it. We don't use comlink because
 * half of the traffic is unsolicited; its proxied callbacks are never collected, and each answer
 * would cost an extra message.
 */
export type CallKinds = Readonly<Record<string, CallKind>>

interface CallKind {
  readonly question: unknown
  /** What may be sent after the question. */
  readonly wish: unknown
  readonly answer: unknown
}

/** The asking end. */
export interface Caller<Kinds extends CallKinds> {
  /**
   * Rejects when the other end fails, after `ms`, or when `signal` aborts. Nothing is answered
   * after `close`.
   */
  request<Name extends keyof Kinds & string>(
    name: Name,
    question: Kinds[Name]['question'],
    limit: { ms: number | null; signal?: AbortSignal },
  ): Promise<Kinds[Name]['answer']>
  follow<Name extends keyof Kinds & string>(
    name: Name,
    question: Kinds[Name]['question'],
    hearing: Hearing<Kinds[Name]['answer']>,
  ): Following<Kinds[Name]['wish']>
  close(): void
}

export interface Hearing<Answer> {
  onAnswer(answer: Answer): void
  /** The other end could not answer; it may be able to later. */
  onFailure(message: string): void
}

export interface Following<Wish> {
  say(wish: Wish): void
  close(): void
}

/** One call at the answering end. */
export interface Call<Kind extends CallKind = CallKind> {
  /** Aborted when the caller stops listening. */
  readonly signal: AbortSignal
  answer(answer: Kind['answer']): void
  /** Sends the last answer. */
  finish(answer: Kind['answer']): void
  onWish(hear: (wish: Kind['wish']) => void): void
}

export type CallHandlers<Kinds extends CallKinds> = {
  readonly [Name in keyof Kinds]: (question: Kinds[Name]['question'], call: Call<Kinds[Name]>) => void | Promise<void>
}

/** Messages to the answering end: a question, a further wish, or the end of a call. */
type Asked = Question | { call: number; wish: unknown } | { call: number }

interface Question {
  call: number
  name: string
  question: unknown
}

/**
 * Messages to the asking end. A failure without a call number is one of the channel itself and goes
 * to every call.
 */
export type Answered = { call: number; answer: unknown; isLast: boolean } | { call?: number; failure: string }

export function openCaller<Kinds extends CallKinds>(line: Channel, clock: Pick<Runtime, 'wait'>): Caller<Kinds> {
  const open = new Map<number, Hearing<never>>()
  let lastCall = 0

  function follow(name: string, question: unknown, hearing: Hearing<never>): Following<unknown> {
    lastCall += 1
    const call = lastCall
    open.set(call, hearing)
    line.post({ call, name, question } satisfies Asked)
    return {
      say: (wish) => open.has(call) && line.post({ call, wish } satisfies Asked),
      close: () => open.delete(call) && line.post({ call } satisfies Asked),
    }
  }

  line.listen((message) => {
    // No validation: both ends come from the same build.
    const told = message as Answered
    if ('failure' in told) {
      const hearings = told.call === undefined ? [...open.values()] : [open.get(told.call)]
      for (const hearing of hearings) hearing?.onFailure(told.failure)
      return
    }
    const hearing = open.get(told.call)
    if (told.isLast) open.delete(told.call)
    hearing?.onAnswer(told.answer as never)
  })

  return {
    follow,
    request(name, question, { ms, signal }) {
      return new Promise((resolve, reject) => {
        const end = () => {
          asking.close()
          callOff?.()
          signal?.removeEventListener('abort', giveUp)
        }
        const fail = (error: unknown) => {
          end()
          reject(error)
        }
        const giveUp = () => fail(signal?.reason)
        const asking = follow(name, question, {
          onAnswer(answer) {
            end()
            resolve(answer)
          },
          onFailure: (message) => fail(new Error(message)),
        })
        const late = () => fail(new DOMException(`${name} was not answered within ${ms} ms`, 'TimeoutError'))
        const callOff = ms === null ? null : callAfter(clock, { ms }, late)
        signal?.addEventListener('abort', giveUp)
        if (signal?.aborted) giveUp()
      })
    },
    close() {
      open.clear()
      line.close()
    },
  }
}

/**
 * Serves calls once the handlers are ready. A handler that throws fails only its own call. Returns
 * the stop function.
 */
export function serveCalls<Kinds extends CallKinds>(line: Channel, handlers: Promise<CallHandlers<Kinds>>): () => void {
  const open = new Map<number, { over: AbortController; hear: (wish: never) => void }>()

  function begin(all: CallHandlers<Kinds>, { call, name, question }: Question): void {
    const one = { over: new AbortController(), hear: (_wish: never) => undefined as void }
    open.set(call, one)
    const post = (answered: Answered) => open.get(call) === one && line.post(answered)
    const handle = all[name] as CallHandlers<CallKinds>[string]
    const work = async () =>
      handle(question, {
        signal: one.over.signal,
        answer: (answer) => post({ call, answer, isLast: false }),
        finish(answer) {
          post({ call, answer, isLast: true })
          end(call)
        },
        onWish(hear) {
          one.hear = hear
        },
      })
    work().catch((error: unknown) => post({ call, failure: textOfError(error) }))
  }

  function take(all: CallHandlers<Kinds>, asked: Asked): void {
    if ('name' in asked) return begin(all, asked)
    if ('wish' in asked) open.get(asked.call)?.hear(asked.wish as never)
    else end(asked.call)
  }

  function end(call: number): void {
    const one = open.get(call)
    open.delete(call)
    one?.over.abort()
  }

  const stopListening = line.listen((message) => {
    // No validation: both ends come from the same build.
    const asked = message as Asked
    handlers
      .then((all) => take(all, asked))
      .catch((error: unknown) => line.post({ call: asked.call, failure: textOfError(error) } satisfies Answered))
  })
  return () => {
    stopListening()
    for (const call of open.keys()) end(call)
  }
}

export function textOfError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
