/** Takes out of a program's output what differs from run to run, and from machine to machine. */
export function normaliseOutput(output: string, directory: string): string {
  const lines = output
    .replaceAll(`file://${directory}/`, '')
    .replaceAll(`${directory}/`, '')
    .replaceAll(directory, '.')
    .replace(/ \(\d+(\.\d+)?ms\)/g, '')
    .replace(/ in \d+\.\d+s$/gm, '')
    .split('\n');
  const kept: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = (lines[i] as string).trimEnd();
    // A frame of Python's own library stands on two lines.
    if (/^\s*File "\/.*", line \d+/.test(line) || /^\s*File "<frozen /.test(line)) {
      if (/^\s{4,}\S/.test(lines[i + 1] ?? '') && !/^\s*File "/.test(lines[i + 1] ?? '')) i++;
      continue;
    }
    const isNoise =
      /^\s*at .*node:internal/.test(line) ||
      /^\s*at .*\(node:/.test(line) ||
      /duration_ms/.test(line) ||
      /^Node\.js v/.test(line) ||
      // Where in a line Python's later versions see an error.
      /^\s*[~^]+$/.test(line);
    if (!isNoise) kept.push(line);
    // The properties of an error stand in braces that begin behind its last frame.
    else if (/\{$/.test(line)) kept.push('  {');
  }
  return kept
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
