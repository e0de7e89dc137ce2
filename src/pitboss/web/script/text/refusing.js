/* The words of wagers that are not taken, and of the box for an amount of one's own. */

import { add } from "../text.js";

add({
  "refused.limits": "{given} is not possible here: whole steps of {step} from {least} to {most}.",
  "refused.amount": "{given} is not possible here: {least}, no more and no less.",
  "refused.short": "Not enough chips for {given} here.",
  "refused.short.most": "Allowed: up to {most}, in steps of {step}.",
  "refused.short.least": "The least here is {least}.",
  "refused.short.all": "Not enough chips: that is {given} in all, and you have {have}.",
  "refused.cage": "Buy chips at the cage.",
  "refused.requires": "First wager on {wagers}.",
  "other.hint": "Type an amount such as {example}, then tap an area: it is the chip you lay.",
  "other.range": "{wagers}: whole steps of {step} from {least} to {most}.",
  "other.fixed": "{wagers}: {least}.",
  "other.none": "“{typed}” is not an amount. Type one such as {example}.",
  "other.unfit": "{money} fits no area of this table.",
});
