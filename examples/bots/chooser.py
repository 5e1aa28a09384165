"""A bot in a few lines of Python, without importing Cabotage: it chooses at random.

cabotage play calypso --bots "program:python3 examples/bots/chooser.py"
"""

import json
import random
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["message"] == "hello":
        answer = {"message": "ready", "protocol": 1, "name": "Chooser"}
    elif message["message"] == "choose":
        choice = random.choice(message["choices"])
        print(f"seat {message['seat']}: {choice['text']}", file=sys.stderr)  # quoted in the error if the bot fails
        answer = {"choose": choice["number"]}
    else:  # bye, or a message of a newer version
        continue
    print(json.dumps(answer), flush=True)  # one line for each question, flushed
