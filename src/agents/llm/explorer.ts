import { type Action, describeActions, formatAction } from '../../episode/actions/actions.ts';
import {
  AgentStopped,
  type Choice,
  type Explorer,
  type Notice,
  type Observation,
  type Probe,
  type Refused,
  type Task,
  type Turn,
} from '../../episode/agent.ts';
import { readAction } from '../../episode/read-action.ts';
import { type CallContext, callModel } from './call.ts';
import type { Message, ModelReply, ModelRequest } from './model.ts';
import { fill, type Prompts } from './prompts.ts';
import { actionOfCall, toolsOf } from './tools.ts';

/** How a model takes part. */
export interface ExplorerSetting {
  /** `tools`: actions are native tools. `text`: they stand in the answer. */
  protocol: 'tools' | 'text';
  prompts: Prompts;
  /** The form of a belief as TypeScript types. */
  types: string;
  /** JSON Schema of a belief for structured output; null where beliefs are asked for as text. */
  schema: Record<string, unknown> | null;
}

/** A model at work on one codebase: the conversation, whichever provider answers. */
export class ModelExplorer implements Explorer {
  private readonly task: Task;
  private readonly setting: ExplorerSetting;
  private readonly makeContext: (task: Task) => CallContext;
  private readonly context: CallContext;
  private readonly system: string;
  private messages: Message[] = [];
  /** The reply whose action is being carried out. */
  private pending: ModelReply | null = null;

  /** @param system of the conversation that this one goes on from */
  constructor(task: Task, setting: ExplorerSetting, makeContext: (task: Task) => CallContext, system?: string) {
    this.task = task;
    this.setting = setting;
    this.makeContext = makeContext;
    this.context = makeContext(task);
    this.system = system ?? this.systemPrompt();
  }

  async act({ left, reminder }: Turn): Promise<Action | string> {
    if (reminder !== undefined) this.remind(left);
    else if (this.messages.length === 0) this.say('start', {});
    else if (this.messages.at(-1)?.role === 'assistant') this.say('continue', { left });
    const reply = await this.ask('action');
    if (reply.stop === 'refusal') throw new AgentStopped('refusal', reply.text || 'the model refused');
    this.pending = reply;
    const [call] = reply.calls;
    const { actions } = this.task.protocol;
    return (call ? actionOfCall(call, actions) : readAction(reply.text, actions)) ?? reply.text;
  }

  observe(observations: readonly Observation[]): void {
    const [observation] = observations;
    if (this.pending && observation) this.answerPending(this.pending, observation);
    else this.messages.push({ role: 'user', text: observations.map(describeObservation).join('\n\n') });
    this.pending = null;
  }

  async believe(_probe: Probe): Promise<string | Refused> {
    this.closePending();
    const before = [...this.messages];
    this.say('probe', {});
    const answer = await this.askForBelief();
    if (
      this.task.track === 'probe-only' ||
      (typeof answer === 'object' && this.messages.at(-1)?.role !== 'assistant')
    ) {
      this.messages = before;
    }
    return answer;
  }

  /** The same conversation, which goes on by itself. */
  fork(task: Task): ModelExplorer {
    const copy = new ModelExplorer(task, this.setting, this.makeContext, this.system);
    copy.messages = [...this.messages];
    copy.pending = this.pending;
    return copy;
  }

  learn({ evidence, budget }: Notice): void {
    this.closePending();
    this.messages.push({ role: 'user', text: this.text('revise', { evidence, budget }) });
  }

  /** Asked on a copy: what is said here is in no other conversation. */
  async choose({ text, options }: Choice): Promise<string> {
    const lettered = options.map((option, i) => `${'ABCD'[i]}. ${option}`).join('\n');
    this.closePending();
    this.messages.push({ role: 'user', text: this.text('choose', { question: text, options: lettered }) });
    return (await this.ask('choice')).text;
  }

  /** A refusal holds no belief, whatever its text looks like: the previous one stands. */
  private async askForBelief(): Promise<string | Refused> {
    try {
      const { stop, text } = await this.ask('belief');
      return stop === 'refusal' ? { refusal: text } : text;
    } catch (error) {
      if (error instanceof AgentStopped && error.reason === 'refusal') return { refusal: error.message };
      throw error;
    }
  }

  private async ask(purpose: ModelRequest['purpose']): Promise<ModelReply> {
    const { protocol, schema } = this.setting;
    const withTools = protocol === 'tools' && this.task.condition === 'active';
    const request: ModelRequest = {
      system: this.system,
      messages: this.messages,
      tools: withTools ? toolsOf(this.task.protocol.actions) : [],
      purpose,
      schema: purpose === 'belief' ? schema : null,
    };
    const reply = await callModel(this.context, request);
    this.messages.push({ role: 'assistant', text: reply.text, calls: reply.calls, native: reply.native });
    return reply;
  }

  /** Hands back what the action gave; further calls of the same turn were not carried out, and are told so. */
  private answerPending(reply: ModelReply, { output, step }: Observation): void {
    const used = `[${step} of ${this.task.budget} actions used]`;
    if (reply.calls.length === 0) this.messages.push({ role: 'user', text: `${output}\n\n${used}` });
    else this.answerCalls(reply, `${output}\n\n${used}`);
  }

  private answerCalls({ calls }: ModelReply, first: string): void {
    const other = this.text('one-action', {});
    const results = calls.map(({ id, name }, i) => ({ id, name, text: i === 0 ? first : other }));
    this.messages.push({ role: 'tool', results });
  }

  /** Every tool call wants an answer before the conversation goes on, also one that named no action, or was `done`. */
  private closePending(): void {
    if (this.pending && this.pending.calls.length > 0) this.answerCalls(this.pending, 'Done.');
    this.pending = null;
  }

  private remind(left: number): void {
    const text = this.text('reminder', { how: this.howToAct(), left });
    if (this.pending && this.pending.calls.length > 0) this.answerCalls(this.pending, text);
    else this.messages.push({ role: 'user', text });
    this.pending = null;
  }

  private systemPrompt(): string {
    const { prompts, types } = this.setting;
    const how = this.task.condition === 'active' ? this.howToAct() : this.text('passive', {});
    const belief = fill(prompts.belief, { types, example: prompts.example });
    const asked = this.text(this.task.track === 'no-probe' ? 'asked-at-the-end' : 'asked', {});
    return fill(prompts.system, { language: this.task.language, how, belief, asked });
  }

  private howToAct(): string {
    return this.text(this.setting.protocol === 'tools' ? 'active-tools' : 'active-text', {});
  }

  private say(name: 'start' | 'continue' | 'probe', values: Record<string, string | number>): void {
    this.messages.push({ role: 'user', text: this.text(name, values) });
  }

  private text(name: keyof Prompts, values: Record<string, string | number>): string {
    const { budget, language, protocol } = this.task;
    return fill(this.setting.prompts[name], {
      budget,
      language,
      actions: describeActions(protocol.actions),
      ...values,
    });
  }
}

function describeObservation({ action, output }: Observation): string {
  return `${formatAction(action)}\n${output}`;
}
