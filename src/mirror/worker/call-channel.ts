import type { Channel, Runtime } from '#mirror/runtime/runtime.ts'
import { callAfter } from '#mirror/runtime/timing.ts'

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
  readonly params: unknown
  /** What may be sent after the params. */
  readonly command: unknown
  readonly answer: unknown
}

/** The calling end. */
export interface Caller<Kinds extends CallKinds> {
  /**
   * Rejects when the other end fails, after `ms`, or when `signal` aborts. Nothing is answered
   * after `close`.
   */
  request<Name extends keyof Kinds & string>(
    name: Name,
    params: Kinds[Name]['params'],
    limit: { ms: number | null; signal?: AbortSignal },
  ): Promise<Kinds[Name]['answer']>
  subscribe<Name extends keyof Kinds & string>(
    name: Name,
    params: Kinds[Name]['params'],
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
  readonly [Name in keyof Kinds]: (params: Kinds[Name]['params'], call: Call<Kinds[Name]>) => void | Promise<void>
}

/** Messages to the answering end: a call, a command within it, or its end. */
type CallMessage = CallStart | { callId: number; command: unknown } | { callId: number }

interface CallStart {
  callId: number
  name: string
  params: unknown
}

/**
 * Messages to the calling end. A failure without a call number is one of the channel itself and
 * goes to every call.
 */
export type AnswerMessage = { callId: number; answer: unknown; isLast: boolean } | { callId?: number; failure: string }

export function openCaller<Kinds extends CallKinds>(channel: Channel, clock: Pick<Runtime, 'wait'>): Caller<Kinds> {
  const calls = new Map<number, AnswerListener<never>>()
  let lastCallId = 0

  function subscribe(name: string, params: unknown, listener: AnswerListener<never>): Subscription<unknown> {
    lastCallId += 1
    const callId = lastCallId
    calls.set(callId, listener)
    channel.post({ callId, name, params } satisfies CallMessage)
    return {
      send: (command) => calls.has(callId) && channel.post({ callId, command } satisfies CallMessage),
      close: () => calls.delete(callId) && channel.post({ callId } satisfies CallMessage),
    }
  }

  channel.listen((message) => {
    // No validation: both ends come from the same build.
    const received = message as AnswerMessage
    if ('failure' in received) {
      const listeners = received.callId === undefined ? [...calls.values()] : [calls.get(received.callId)]
      for (const listener of listeners) listener?.onFailure(received.failure)
      return
    }
    const listener = calls.get(received.callId)
    if (received.isLast) calls.delete(received.callId)
    listener?.onAnswer(received.answer as never)
  })

  return {
    subscribe,
    request(name, params, { ms, signal }) {
      return new Promise((resolve, reject) => {
        const cleanUp = () => {
          subscription.close()
          cancel?.()
          signal?.removeEventListener('abort', abort)
        }
        const fail = (error: unknown) => {
          cleanUp()
          reject(error)
        }
        const abort = () => fail(signal?.reason)
        const subscription = subscribe(name, params, {
          onAnswer(answer) {
            cleanUp()
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
      channel.close()
    },
  }
}

/**
 * Serves calls once the handlers are ready. A handler that throws fails only its own call. Returns
 * the stop function.
 */
export function serveCalls<Kinds extends CallKinds>(
  channel: Channel,
  handlers: Promise<CallHandlers<Kinds>>,
): () => void {
  const calls = new Map<number, { controller: AbortController; onCommand: (command: never) => void }>()

  function startCall(readyHandlers: CallHandlers<Kinds>, { callId, name, params }: CallStart): void {
    const activeCall = { controller: new AbortController(), onCommand: (_command: never) => undefined as void }
    calls.set(callId, activeCall)
    const post = (answerMessage: AnswerMessage) => calls.get(callId) === activeCall && channel.post(answerMessage)
    const handle = readyHandlers[name] as CallHandlers<CallKinds>[string]
    const work = async () =>
      handle(params, {
        signal: activeCall.controller.signal,
        answer: (answer) => post({ callId, answer, isLast: false }),
        finish(answer) {
          post({ callId, answer, isLast: true })
          endCall(callId)
        },
        onCommand(onCommand) {
          activeCall.onCommand = onCommand
        },
      })
    work().catch((error: unknown) => post({ callId, failure: formatError(error) }))
  }

  function dispatch(readyHandlers: CallHandlers<Kinds>, callMessage: CallMessage): void {
    if ('name' in callMessage) return startCall(readyHandlers, callMessage)
    if ('command' in callMessage) calls.get(callMessage.callId)?.onCommand(callMessage.command as never)
    else endCall(callMessage.callId)
  }

  function endCall(callId: number): void {
    const activeCall = calls.get(callId)
    calls.delete(callId)
    activeCall?.controller.abort()
  }

  const stopListening = channel.listen((message) => {
    // No validation: both ends come from the same build.
    const callMessage = message as CallMessage
    handlers
      .then((readyHandlers) => dispatch(readyHandlers, callMessage))
      .catch((error: unknown) =>
        channel.post({ callId: callMessage.callId, failure: formatError(error) } satisfies AnswerMessage),
      )
  })
  return () => {
    stopListening()
    for (const callId of calls.keys()) endCall(callId)
  }
}

export function formatError(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
