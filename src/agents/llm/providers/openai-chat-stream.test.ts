import { describe, expect, test } from 'vitest';
import { gatherChat } from './openai-chat-stream.ts';

async function gathered(deltas: readonly object[]) {
  async function* chunks() {
    for (const delta of deltas) yield { choices: [{ index: 0, delta }] };
    yield { choices: [{ index: 0, delta: {}, finish_reason: 'tool_calls' }] };
  }
  const { choices } = (await gatherChat(chunks())) as {
    choices: { message: { tool_calls?: { id?: string; function: object }[] } }[];
  };
  return choices[0]?.message.tool_calls;
}
const call = (fields: object) => ({ tool_calls: [fields] });

describe('the calls of a streamed answer', () => {
  test.each<[string, object[]]>([
    [
      'with an index that begins at 1',
      [call({ index: 1, id: 'a', function: { name: 'open' } }), call({ index: 1, function: { arguments: '{}' } })],
    ],
    [
      'with a huge index',
      [call({ index: 2e8, id: 'a', function: { name: 'open' } }), call({ index: 2e8, function: { arguments: '{}' } })],
    ],
    [
      'with an empty id in what follows',
      [call({ id: 'a', function: { name: 'open' } }), call({ id: '', function: { arguments: '{}' } })],
    ],
    [
      'with an id that is null in what follows',
      [call({ id: 'a', function: { name: 'open' } }), call({ id: null, function: { arguments: '{}' } })],
    ],
    [
      'with its id again',
      [call({ id: 'a', function: { name: 'open' } }), call({ id: 'a', function: { arguments: '{}' } })],
    ],
  ])('%s are one', async (_, deltas) => {
    expect(await gathered(deltas)).toEqual([{ id: 'a', function: { name: 'open', arguments: '{}' } }]);
  });

  test('are two where each has an id, and keep the order of their indices', async () => {
    const two = [
      call({ index: 1, id: 'b', function: { name: 'list', arguments: '{}' } }),
      call({ index: 0, id: 'a', function: { name: 'open', arguments: '{}' } }),
    ];
    expect((await gathered(two))?.map(({ id }) => id)).toEqual(['a', 'b']);
    const unnumbered = [
      call({ id: 'a', function: { name: 'open', arguments: '{}' } }),
      call({ id: 'b', function: { name: 'list', arguments: '{}' } }),
    ];
    expect((await gathered(unnumbered))?.map(({ id }) => id)).toEqual(['a', 'b']);
  });

  test('that are none are passed over', async () => {
    expect(await gathered([{ tool_calls: [null] }, { content: 'x' }])).toBeUndefined();
  });
});
