import type { FastifyRequest } from 'fastify'
import { problem } from '#contract/problem.ts'
import { Refusal } from '#server/http/refusal.ts'
import { isFromThisMachine } from '#server/http/this-machine.ts'

/** For routes that answer JSON. */
export async function refuseFromElsewhere(request: FastifyRequest): Promise<void> {
  if (!isFromThisMachine(request)) throw new Refusal(problem('not_permitted', { message: onlyHere }))
}

export const onlyHere =
  '체험 계정은 서버가 켜진 컴퓨터에서 http://localhost 주소를 직접 열었을 때만 쓸 수 있습니다. 다른 곳에서도 로그인하려면 서버에 카카오 로그인 키(KAKAO_REST_KEY)를 설정해 주세요.'
