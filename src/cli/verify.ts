import type { Command } from 'commander';
import { describeVerification } from '../verify/verification.ts';
import { verify } from '../verify/verify.ts';

/** `tocs verify`: checks a ground truth against the code, which it runs in a temporary folder. */
export function addVerifyCommand(program: Command): void {
  program
    .command('verify')
    .description('check the ground truth of a codebase against its code, which is run in a temporary folder')
    .argument('<dir>', 'folder with the code and its ground_truth.json')
    .action(async (directory: string) => {
      const verification = await verify(directory);
      for (const line of describeVerification(verification)) console.log(line);
      if (!verification.ok) process.exitCode = 1;
    });
}
