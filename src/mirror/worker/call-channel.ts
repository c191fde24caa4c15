import type { Channel, Runtime } from '../runtime.ts'
import { callAfter } from '../timing.ts'

/**
 * Typed calls over a channel that delivers plain messages in order (a worker, a MessagePort, a
 * BroadcastChannel). A call is answered once (`request`) or until one side ends it (`subscribe`); a
 * subscriber may send further commands. Answers arrive in the order they were made, across all
 * calls: a range of rows is only right together with the changes before it. We don't use comlink
 * because half of the traffic is unsolicited; its proxied callbacks are never collected, and each
 * answer would cost an extra message.
 */
export type CallKinds = Readonly<Record<string, CallKind>>

interface CallKind {
  readonly question: unknown
  /** What may be sent after the question. */
  readonly command: unknown
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
  subscribe<Name extends keyof Kinds & string>(
    name: Name,
    question: Kinds[Name]['question'],
    listener: AnswerListener<Kinds[Name]['answer']>,
  ): Subscription<Kinds[Name]['command']>
  close(): void
}

export interface AnswerListener<Answer> {
  onAnswer(answer: Answer): void
  /** The other end could not answer; it may be able to later. */
  onFailure(message: string): void
}

export interface Subscription<Command> {
  send(command: Command): void
  close(): void
}

/** One call at the answering end. */
export interface Call<Kind extends CallKind = CallKind> {
  /** Aborted when the caller stops listening. */
  readonly signal: AbortSignal
  answer(answer: Kind['answer']): void
  /** Sends the last answer. */
  finish(answer: Kind['answer']): void
  onCommand(onCommand: (command: Kind['command']) => void): void
}

export type CallHandlers<Kinds extends CallKinds> = {
  readonly [Name in keyof Kinds]: (question: Kinds[Name]['question'], call: Call<Kinds[Name]>) => void | Promise<void>
}

/** Messages to the answering end: a question, a further wish, or the end of a call. */
type CallMessage = Question | { call: number; command: unknown } | { call: number }

interface Question {
  call: number
  name: string
  question: unknown
}

/**
 * Messages to the asking end. A failure without a call number is one of the channel itself and goes
 * to every call.
 */
export type AnswerMessage = { call: number; answer: unknown; isLast: boolean } | { call?: number; failure: string }

export function openCaller<Kinds extends CallKinds>(line: Channel, clock: Pick<Runtime, 'wait'>): Caller<Kinds> {
  const calls = new Map<number, AnswerListener<never>>()
  let lastCall = 0

  function subscribe(name: string, question: unknown, listener: AnswerListener<never>): Subscription<unknown> {
    lastCall += 1
    const call = lastCall
    calls.set(call, listener)
    line.post({ call, name, question } satisfies CallMessage)
    return {
      send: (command) => calls.has(call) && line.post({ call, command } satisfies CallMessage),
      close: () => calls.delete(call) && line.post({ call } satisfies CallMessage),
    }
  }

  line.listen((message) => {
    // No validation: both ends come from the same build.
    const answered = message as AnswerMessage
    if ('failure' in answered) {
      const listeners = answered.call === undefined ? [...calls.values()] : [calls.get(answered.call)]
      for (const listener of listeners) listener?.onFailure(answered.failure)
      return
    }
    const listener = calls.get(answered.call)
    if (answered.isLast) calls.delete(answered.call)
    listener?.onAnswer(answered.answer as never)
  })

  return {
    subscribe,
    request(name, question, { ms, signal }) {
      return new Promise((resolve, reject) => {
        const end = () => {
          subscription.close()
          cancel?.()
          signal?.removeEventListener('abort', abort)
        }
        const fail = (error: unknown) => {
          end()
          reject(error)
        }
        const abort = () => fail(signal?.reason)
        const subscription = subscribe(name, question, {
          onAnswer(answer) {
            end()
            resolve(answer)
          },
          onFailure: (message) => fail(new Error(message)),
        })
        const onTimeout = () => fail(new DOMException(`${name} was not answered within ${ms} ms`, 'TimeoutError'))
        const cancel = ms === null ? null : callAfter(clock, { ms }, onTimeout)
        signal?.addEventListener('abort', abort)
        if (signal?.aborted) abort()
      })
    },
    close() {
      calls.clear()
      line.close()
    },
  }
}

/**
 * Serves calls once the handlers are ready. A handler that throws fails only its own call. Returns
 * the stop function.
 */
export function serveCalls<Kinds extends CallKinds>(line: Channel, handlers: Promise<CallHandlers<Kinds>>): () => void {
  const calls = new Map<number, { controller: AbortController; onCommand: (command: never) => void }>()

  function begin(all: CallHandlers<Kinds>, { call, name, question }: Question): void {
    const one = { controller: new AbortController(), onCommand: (_command: never) => undefined as void }
    calls.set(call, one)
    const post = (answered: AnswerMessage) => calls.get(call) === one && line.post(answered)
    const handle = all[name] as CallHandlers<CallKinds>[string]
    const work = async () =>
      handle(question, {
        signal: one.controller.signal,
        answer: (answer) => post({ call, answer, isLast: false }),
        finish(answer) {
          post({ call, answer, isLast: true })
          end(call)
        },
        onCommand(onCommand) {
          one.onCommand = onCommand
        },
      })
    work().catch((error: unknown) => post({ call, failure: textOfError(error) }))
  }

  function dispatch(all: CallHandlers<Kinds>, callMessage: CallMessage): void {
    if ('name' in callMessage) return begin(all, callMessage)
    if ('command' in callMessage) calls.get(callMessage.call)?.onCommand(callMessage.command as never)
    else end(callMessage.call)
  }

  function end(call: number): void {
    const one = calls.get(call)
    calls.delete(call)
    one?.controller.abort()
  }

  const stopListening = line.listen((message) => {
    // No validation: both ends come from the same build.
    const callMessage = message as CallMessage
    handlers
      .then((all) => dispatch(all, callMessage))
      .catch((error: unknown) =>
        line.post({ call: callMessage.call, failure: textOfError(error) } satisfies AnswerMessage),
      )
  })
  return () => {
    stopListening()
    for (const call of calls.keys()) end(call)
  }
}

export function textOfError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
