import type { Config } from '../config.ts'
import { errorForLog } from './error-for-log.ts'

/** Logger options of server and worker. Redacts credentials and, in errors, row values. */
export function logSettings({ logLevel }: Pick<Config, 'logLevel'>) {
  return {
    level: logLevel,
    redact: ['req.headers.authorization', 'req.headers.cookie'],
    serializers: { err: errorForLog },
  }
}
