import { z } from 'zod'

/**
 * Every refusal a user can cause, with its HTTP status. The list is closed; add new refusals here.
 */
export const problemStatus = {
  invalid_request: 400,
  unsupported_file: 400,
  signed_out: 401,
  /**
   * The user or an administrator has ended this device's session from elsewhere; the device deletes
   * its data.
   */
  device_revoked: 401,
  not_permitted: 403,
  not_found: 404,
  /** A file sent in pieces is still incomplete. */
  not_whole: 404,
  conflict: 409,
  in_use: 409,
  /**
   * Set by devices only: the server had this edit but lost it when it was restored from an older
   * backup.
   */
  restored: 410,
  too_large: 413,
  unsupported_media_type: 415,
  misdirected: 421,
  refused: 422,
  op_reused: 422,
  /** The received bytes do not match the declaration. */
  digest_mismatch: 422,
  client_outdated: 426,
  /**
   * Signed in, but the second factor is missing. Nothing is lost and work continues after it. Older
   * apps treat this as an unreachable server.
   */
  second_factor_needed: 428,
  too_many_requests: 429,
  second_factor_locked: 429,
  internal: 500,
  not_configured: 501,
  unavailable: 503,
  storage_full: 507,
} as const

export type ProblemCode = keyof typeof problemStatus

/** Default messages, shown to the user if the refusing code gives none. */
const defaultMessages: Record<ProblemCode, string> = {
  invalid_request: '입력한 내용을 확인해 주세요.',
  unsupported_file: '엑셀 파일(.xlsx, .xls)만 업로드 가능합니다.',
  signed_out: '로그인이 필요합니다.',
  device_revoked: '다른 기기에서 이 기기의 로그인을 해제했습니다. 다시 로그인해 주세요.',
  not_permitted: '이 작업을 할 권한이 없습니다.',
  not_found: '요청하신 자료를 찾을 수 없습니다.',
  not_whole: '아직 전송되지 않은 파일입니다. 촬영하거나 추가한 기기가 인터넷에 연결되면 자동으로 전송됩니다.',
  conflict: '다른 사람이 먼저 수정한 내용과 겹칩니다.',
  in_use: '다른 자료에서 사용 중이어서 삭제할 수 없습니다.',
  restored: '서버가 백업에서 복원되면서 이 작업이 서버에서 사라졌습니다. 다시 보내거나 버릴 수 있습니다.',
  too_large: '보낸 자료가 너무 큽니다.',
  unsupported_media_type: '지원하지 않는 형식의 요청입니다.',
  misdirected: '이 주소로는 열리지 않는 서버입니다. 사무소가 안내한 주소로 접속해 주세요.',
  refused: '요청을 처리할 수 없습니다.',
  op_reused: '이미 다른 요청에 쓰인 전송 번호입니다.',
  digest_mismatch: '파일이 전송 중에 손상되었습니다. 처음부터 다시 전송합니다.',
  client_outdated: '새 버전으로 업데이트한 뒤 다시 시도해 주세요.',
  second_factor_needed: '2단계 인증이 필요합니다.',
  second_factor_locked: '2단계 인증이 잠겼습니다.',
  too_many_requests: '요청이 너무 많습니다. 잠시 후 다시 시도해 주세요.',
  internal: '서버에서 오류가 발생했습니다. 잠시 후 다시 시도해 주세요.',
  not_configured: '아직 설정되지 않은 기능입니다.',
  unavailable: '서버가 준비 중입니다. 잠시 후 다시 시도해 주세요.',
  storage_full:
    '서버의 저장 공간이 가득 차서 지금은 저장할 수 없습니다. 조회는 계속할 수 있습니다. 최고관리자에게 알려 주세요.',
}

/** Seconds until a retry makes sense, sent as `Retry-After`. */
export const retryAfterSeconds: Partial<Record<ProblemCode, number>> = {
  unavailable: 2,
  storage_full: 10,
  second_factor_needed: 60,
}

/** A field that two people changed: the value before, the other person's value, who and when. */
export const fieldConflictSchema = z.object({
  field: z.string(),
  base: z.unknown(),
  theirs: z.unknown(),
  changed_by: z.string(),
  changed_at: z.string(),
})
export type FieldConflict = z.infer<typeof fieldConflictSchema>

/**
 * Why a call gets `second_factor_needed`. `enrol`: the user must have a second factor and has none.
 * `pass`: this session has not given one in the last hours. `idle`: the device was idle for too
 * long. `fresh`: the call needs one given within the last minutes.
 */
export const factorReasonSchema = z.enum(['enrol', 'pass', 'idle', 'fresh'])
export type FactorReason = z.infer<typeof factorReasonSchema>

export const problemSchema = z.object({
  code: z.enum(Object.keys(problemStatus) as [ProblemCode, ...ProblemCode[]]),
  /** Korean, shown as is. */
  message: z.string(),
  /** Korean message per field key. */
  fields: z.record(z.string(), z.string()).optional(),
  /** `conflict` only: the current row, and the fields that both sides changed. */
  current: z.record(z.string(), z.unknown()).optional(),
  conflicts: z.array(fieldConflictSchema).optional(),
  /** `second_factor_needed` only. */
  factor: factorReasonSchema.optional(),
  /** `second_factor_locked` only: when it unlocks. */
  locked_until: z.string().optional(),
  /** `internal` only: id of the log line. */
  request_id: z.string().optional(),
})
export type Problem = z.infer<typeof problemSchema>

/** Builds the response of a refusal; without `message` it uses the default of the code. */
export function problem(code: ProblemCode, more: Partial<Omit<Problem, 'code'>> = {}): Problem {
  return { code, message: defaultMessages[code], ...more }
}
