import type { Config } from '../config.ts'

export type ProviderName = 'kakao' | 'local'

/** The provider this process lets people in by; null when sign-in is not set up. Sessions of another one are refused here. */
export function configuredProvider({ kakao, localLogin }: Pick<Config, 'kakao' | 'localLogin'>): ProviderName | null {
  if (kakao !== undefined) return 'kakao'
  return localLogin ? 'local' : null
}
