import type { Problem } from '#contract/problem.ts'

type Refusal = Pick<Problem, 'message'> & { readonly fields?: Readonly<Record<string, string>> | undefined }

/**
 * Message of a refusal, with the errors of fields that the form doesn't mark; otherwise users could
 * not see what is wrong. `markedFields`: keys, or beginnings of paths, whose error is shown at the
 * field.
 */
export function formatRefusal({ message, fields = {} }: Refusal, markedFields: readonly string[] = []): string {
  const isMarked = (path: string) => markedFields.some((key) => path === key || path.startsWith(`${key}.`))
  const unmarked = Object.entries(fields).filter(([path, text]) => !isMarked(path) && !message.includes(text))
  return [message, ...unmarked.map(([path, text]) => `${text} (${path})`)].join(' ')
}
