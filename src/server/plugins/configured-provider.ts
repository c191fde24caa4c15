import type { Config } from '../config.ts'

export type ProviderName = 'kakao' | 'local' | 'kia'

/** The provider whose people are the office's users, as this process is set up; null when sign-in is not. */
export function configuredProvider({
  kakao,
  localLogin,
}: Pick<Config, 'kakao' | 'localLogin'>): Exclude<ProviderName, 'kia'> | null {
  if (kakao !== undefined) return 'kakao'
  return localLogin ? 'local' : null
}

/** All providers this process lets people in by, with the vehicle maker's for linked users. Sessions of another one are refused here. */
export function configuredProviders(config: Pick<Config, 'kakao' | 'localLogin' | 'kia'>): ProviderName[] {
  const first = configuredProvider(config)
  return [...(first === null ? [] : [first]), ...(config.kia === undefined ? [] : (['kia'] as const))]
}
