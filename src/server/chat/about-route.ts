import { chatAboutSchema } from '#contract/chat/calls.ts'
import { chatPaths } from '#contract/chat/chat-words.ts'
import { exampleQuestions } from '#domain/chat/answer-question.ts'
import { staffExamples, staffGreeting, staffModelGreeting } from '#domain/chat/staff-greeting.ts'
import type { KnownOffice } from '../db/office/read-office.ts'
import type { App } from '../deps.ts'
import type { ChatEngine } from './chat-engine.ts'
import { isOfOffice } from './is-of-office.ts'

/** `GET /api/chat/about/`: what this chat is, in its own words, and questions that it can answer, for whoever asks. */
export function registerAbout(app: App, office: KnownOffice, { name: engine }: ChatEngine): void {
  app.route({
    method: 'GET',
    url: chatPaths.about,
    schema: { tags: ['채팅'], summary: '채팅이 무엇이고 무엇에 답하는지', response: { 200: chatAboutSchema } },
    handler: async (request, reply) => {
      void reply.header('cache-control', 'no-cache').header('vary', 'authorization')
      const isModel = engine === 'model'
      if (isOfOffice(request))
        return { greeting: isModel ? staffModelGreeting : staffGreeting, examples: [...staffExamples] }
      const { name } = await office.read()
      return { greeting: isModel ? modelGreetingOf(name) : greetingOf(name), examples: [...exampleQuestions] }
    },
  })
}

function greetingOf(name: string): string {
  return `안녕하세요. ${name}의 안내 도우미입니다. 사람이 아니라 정해진 규칙에 따라, 이 사이트에 공개된 안내에서 찾은 내용과 그 출처를 알려 드립니다. 사건에 대한 법률 판단은 하지 않습니다. 주민등록번호와 계좌번호는 적지 마세요.`
}

function modelGreetingOf(name: string): string {
  return `안녕하세요. ${name}의 안내 도우미입니다. 사람이 아니라 언어 모델이 이 사이트에 공개된 안내를 찾아 답하므로 틀릴 수 있습니다. 출처를 함께 확인해 주세요. 전화번호나 계좌번호 같은 번호는 가리고 묻지만, 적지 않으시는 것이 가장 안전합니다.`
}
