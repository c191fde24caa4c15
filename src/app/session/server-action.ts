import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { KyInstance } from 'ky'
import { useRef, useState } from 'react'
import { type ConfirmQuestion, useConfirm } from '#app/ui/overlays/confirm.tsx'
import { useToast } from '#app/ui/overlays/toast.tsx'
import type { Problem } from '#contract/problem.ts'
import { type Result, toResult } from './api-result.ts'
import { useApi } from './api.tsx'
import { formatRefusal } from './format-refusal.ts'

interface ActionOptions<Input, Body, Value> {
  send(api: KyInstance, input: Input): Promise<Body>
  /** Reads the response; the body itself by default. */
  parse?(body: Body): Value
  /** Asked first, if there is one. */
  question?(input: Input): ConfirmQuestion | undefined
  /** Toast of success. */
  done?: string | ((value: Value, input: Input) => string)
  /** Starts the toast of a refusal: `failed: the server's reason`. */
  failed?: string | ((input: Input) => string)
  /** Instead of the toast of a refusal. */
  onRefusal?(problem: Problem): void
  /** Queries that a success changes. The action is busy until they have arrived. */
  refetches?: readonly QueryKey[]
  /** After a refusal too, because somebody else may have been first. */
  refetchesAlways?: true
  onDone?(value: Value, input: Input): void
}

export interface ServerAction<Input, Value> {
  readonly isBusy: boolean
  /** Input of the running call. */
  readonly running: Input | undefined
  /**
   * Undefined if it wasn't sent: not confirmed, or a double press. Leaving the screen doesn't stop
   * it, because the server may have written already.
   */
  run(input: Input): Promise<Result<Value> | undefined>
}

/**
 * One change on the server, or one file from it: asks, sends, shows the outcome in a toast and
 * refetches what it changed.
 */
export function useServerAction<Input = void, Body = unknown, Value = Body>(
  options: ActionOptions<Input, Body, Value>,
): ServerAction<Input, Value> {
  const api = useApi()
  const client = useQueryClient()
  const confirm = useConfirm()
  const toast = useToast()
  const runningInputs = useRef(new Set<string>())

  function report(result: Result<Value>, input: Input) {
    const { done, failed, onDone, onRefusal } = options
    if (result.ok) {
      if (done !== undefined) toast.success(typeof done === 'string' ? done : done(result.value, input))
      onDone?.(result.value, input)
    } else if (onRefusal) onRefusal(result.problem)
    else {
      const start = typeof failed === 'function' ? failed(input) : failed
      toast.error(start === undefined ? result.problem.message : `${start}: ${result.problem.message}`)
    }
  }

  const { mutateAsync, isPending, variables } = useMutation({
    mutationFn: async (input: Input): Promise<Result<Value>> => {
      const { send, parse, refetches = [], refetchesAlways = false } = options
      const response = await toResult(send(api, input))
      const result: Result<Value> = response.ok
        ? { ok: true, value: parse ? parse(response.value) : (response.value as unknown as Value) }
        : response
      report(result, input)
      if (result.ok || refetchesAlways)
        await Promise.all(refetches.map((queryKey) => client.invalidateQueries({ queryKey })))
      return result
    },
    // A device without a network gets its refusal at once. Nothing of the call is kept afterwards.
    networkMode: 'always',
    gcTime: 0,
  })

  async function run(input: Input) {
    const question = options.question?.(input)
    if (question && !(await confirm(question))) return
    const key = JSON.stringify(input) ?? ''
    if (runningInputs.current.has(key)) return
    runningInputs.current.add(key)
    return await mutateAsync(input).finally(() => runningInputs.current.delete(key))
  }
  return { isBusy: isPending, running: isPending ? variables : undefined, run }
}

type FieldTexts = Readonly<Record<string, string>>

interface FormOptions<Fields extends FieldTexts, Body, Value> extends Omit<
  ActionOptions<Fields, Body, Value>,
  'question' | 'onRefusal'
> {
  /** Faults by field; none if it may be sent. */
  validate?(fields: Fields): FieldTexts
}

/**
 * Text fields sent with one action; the server's faults are shown at their fields. The result is
 * spread into `FormDialog`.
 */
export function useServerForm<Fields extends FieldTexts, Body = unknown, Value = Body>(
  initial: Fields,
  { validate, ...options }: FormOptions<Fields, Body, Value>,
) {
  const toast = useToast()
  const [start] = useState(initial)
  const [fields, setFields] = useState(initial)
  const [faults, setFaults] = useState<FieldTexts>({})
  const { isBusy, run } = useServerAction({
    ...options,
    onRefusal(problem) {
      setFaults(problem.fields ?? {})
      toast.error(formatRefusal(problem, Object.keys(start)))
    },
  })
  return {
    isDirty: JSON.stringify(fields) !== JSON.stringify(start),
    isBusy,
    /** Props of the control of one field. */
    bind: (key: keyof Fields & string) => ({
      value: fields[key] ?? '',
      error: faults[key],
      onValue: (value: string) => setFields((now) => ({ ...now, [key]: value })),
    }),
    onSubmit() {
      const found = validate?.(fields) ?? {}
      if (validate) setFaults(found)
      if (Object.keys(found).length === 0) void run(fields)
    },
  }
}
