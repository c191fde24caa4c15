import { maskResidentNumbers } from '#contract/numbers/resident-number.ts'

/**
 * An error as the log may keep it: what it is, where it happened, and of a database's error the names of table, column and constraint. HAZARD: `detail`, `where`, `hint`
 * and `parameters` of such an error hold the values of the row, somebody's name, address or worse; nothing that is not named here is logged.
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
