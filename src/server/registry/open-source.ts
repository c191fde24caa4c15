import type { Deps } from '#server/deps.ts'
import { createEmbeddedSource } from './embedded/embedded-source.ts'
import { createHttpSource } from './http/http-source.ts'
import type { RegistrySource } from './registry-source.ts'

/** The configured source: a helper, or the office's own records. */
export function openRegistrySource(deps: Pick<Deps, 'config' | 'db' | 'now'>): RegistrySource {
  const { registry } = deps.config
  return registry ? createHttpSource(registry) : createEmbeddedSource(deps)
}
