import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { KyInstance } from 'ky'
import { z } from 'zod'
import { problem } from '#contract/problem.ts'
import {
  browserOptionsSchema,
  enrolmentResponseSchema,
  factorPath,
  type FactorProof,
  type FactorStatus,
  factorStatusSchema,
  newTotpSchema,
  pinProofPath,
} from '#contract/session/second-factor.ts'
import { type Result, toResult } from '../api-result.ts'
import { broadcastSessionEvent } from '../session-channel.ts'

/** State of the user's own second factor. */
export async function readFactor(api: KyInstance): Promise<Result<FactorStatus>> {
  return await toResult(api.get(factorPath).json().then(factorStatusSchema.parse))
}

/** Submits the factor. On success every tab and worker continues. */
export async function submitFactor(api: KyInstance, proof: FactorProof): Promise<Result<unknown>> {
  const result = await toResult(api.post(`${factorPath}/pass`, { json: proof }).json())
  if (result.ok) broadcastSessionEvent({ type: 'factor_passed' })
  return result
}

/**
 * Ends the server's idle lock with the PIN entered on this device. False: the screen has to ask for
 * the factor.
 */
export async function submitFactorByPin(api: KyInstance, proof: string): Promise<boolean> {
  const result = await toResult(api.post(pinProofPath, { json: { proof } }).json())
  if (result.ok) broadcastSessionEvent({ type: 'factor_passed' })
  return result.ok
}

/** Lets the PIN of this device end later idle locks of this session. */
export async function registerPin(api: KyInstance, proof: string): Promise<void> {
  await toResult(api.put(pinProofPath, { json: { proof } }).json())
}

/** Submits a passkey, which the browser asks for. */
export async function submitPasskey(api: KyInstance): Promise<Result<unknown>> {
  const authentication = await callAuthenticator(api, 'passkey/options', startAuthentication)
  return authentication.ok ? await submitFactor(api, { kind: 'passkey', answer: authentication.value }) : authentication
}

/** Registers a passkey under this name. Returns recovery codes if there were none before. */
export async function registerPasskey(api: KyInstance, name: string): Promise<Result<readonly string[] | null>> {
  const registration = await callAuthenticator(api, 'passkey/new', startRegistration)
  if (!registration.ok) return registration
  return await parseEnrolled(api.post(`${factorPath}/passkeys`, { json: { name, answer: registration.value } }).json())
}

export async function startTotp(api: KyInstance): Promise<Result<z.infer<typeof newTotpSchema>>> {
  return await toResult(api.post(`${factorPath}/totp/new`).json().then(newTotpSchema.parse))
}

export async function finishTotp(api: KyInstance, code: string): Promise<Result<readonly string[] | null>> {
  return await parseEnrolled(api.post(`${factorPath}/totp`, { json: { code } }).json())
}

async function parseEnrolled(call: Promise<unknown>): Promise<Result<readonly string[] | null>> {
  return await toResult(call.then((body) => enrolmentResponseSchema.parse(body).recovery_codes))
}

const passkeyResponseSchema = z.looseObject({ id: z.string(), rawId: z.string(), type: z.literal('public-key') })

/**
 * Passes the server's challenge to the browser. Returns a refusal when the user cancels or no
 * passkey fits.
 */
async function callAuthenticator(
  api: KyInstance,
  path: 'passkey/options' | 'passkey/new',
  runCeremony: (options: { optionsJSON: never }) => Promise<unknown>,
): Promise<Result<z.infer<typeof passkeyResponseSchema>>> {
  const options = await toResult(api.post(`${factorPath}/${path}`).json().then(browserOptionsSchema.parse))
  if (!options.ok) return options
  try {
    // The same library's server side wrote these options.
    return { ok: true, value: passkeyResponseSchema.parse(await runCeremony({ optionsJSON: options.value as never })) }
  } catch (error) {
    const isAlreadyRegistered = error instanceof Error && error.name === 'InvalidStateError'
    const message = isAlreadyRegistered
      ? '이 기기의 패스키가 이미 등록되어 있습니다.'
      : '패스키를 사용하지 못했습니다. 다시 시도해 주세요.'
    return { ok: false, problem: problem('refused', { message }), isUnreachable: false }
  }
}

/** Browsers only allow passkeys on host names, not on IP addresses. */
export function canUsePasskeys(): boolean {
  const isIpAddress = /^[\d.]+$|^\[/.test(location.hostname)
  return !isIpAddress && 'PublicKeyCredential' in window
}
