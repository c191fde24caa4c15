import { countResidentNumbers } from '#contract/resident-number.ts'
import { answerQuestion } from '#domain/chat/answer-question.ts'
import { chatTools } from '#domain/chat/tools/tools.ts'
import type { Deps } from '../deps.ts'
import { countInWindow, dayKey, daySeconds } from '../plugins/count-in-window.ts'
import type { ChatEngine } from './chat-engine.ts'
import { createModelEngine } from './model/model-engine.ts'

/** The engine that this office has: its language model, else the rules alone. */
export function openEngine({ config, db }: Pick<Deps, 'config' | 'db'>): ChatEngine {
  const { chatModel } = config
  if (!chatModel) return ruleEngine
  return createModelEngine({
    endpoint: chatModel,
    tools: chatTools,
    fallback: ruleEngine,
    async mayAsk(key) {
      const { count } = await countInWindow(db, `${dayKey}chat model ${key}`, daySeconds)
      return count <= chatModel.questionsPerDay
    },
  })
}

/** By rules: nothing leaves this server, and of a question only resident numbers are masked (decision 29). */
const ruleEngine: ChatEngine = {
  name: 'local',
  replacedIn(question) {
    const count = countResidentNumbers(question)
    return count === 0 ? [] : [{ kind: 'resident', count }]
  },
  answer: (asked, knowledge) => answerQuestion(asked, knowledge),
}
