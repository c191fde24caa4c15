import type { Config } from '#server/config/config.ts'

export type ProviderName = 'kakao' | 'local' | 'kia'

/**
 * The sign-in provider of this process, whose accounts are the office's users; null when none is
 * set up.
 */
export function getConfiguredProvider({
  kakao,
  localLogin,
}: Pick<Config, 'kakao' | 'localLogin'>): Exclude<ProviderName, 'kia'> | null {
  if (kakao !== undefined) return 'kakao'
  return localLogin ? 'local' : null
}

/**
 * All providers that this process accepts, including Kia for linked users. Sessions of others are
 * refused.
 */
export function listConfiguredProviders(config: Pick<Config, 'kakao' | 'localLogin' | 'kia'>): ProviderName[] {
  const first = getConfiguredProvider(config)
  return [...(first === null ? [] : [first]), ...(config.kia === undefined ? [] : (['kia'] as const))]
}
