import { maskResidentNumbers } from '#contract/numbers/resident-number.ts'

/**
 * The loggable part of an error: type, stack, and for a database error the names of table, column
 * and constraint. HAZARD: `detail`, `where`, `hint` and `parameters` of such an error hold values
 * of the row, such as names and addresses; only properties listed here are logged.
 */
export function errorForLog(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const named = loggedKeys.flatMap((key) => {
    const value: unknown = Reflect.get(error, key)
    return typeof value === 'string' || typeof value === 'number' ? [[key, value] as const] : []
  })
  return {
    type: error.constructor.name,
    message: maskResidentNumbers(error.message),
    stack: maskResidentNumbers(error.stack ?? ''),
    ...Object.fromEntries(named),
    ...(error.cause !== undefined && { cause: errorForLog(error.cause) }),
    ...(error instanceof AggregateError && { errors: error.errors.map(errorForLog) }),
  }
}

interface LoggedError {
  [key: string]: unknown
  type: string
  message: string
  stack: string
}

const loggedKeys = [
  'name',
  'code',
  'statusCode',
  'errno',
  'syscall',
  'address',
  'port',
  'severity',
  'schema',
  'table',
  'column',
  'dataType',
  'constraint',
  'routine',
]
