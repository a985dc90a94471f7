"""A small agent whose every tool call passes the gate.

    python3 examples/python/agent.py "tidy up the project"

The model is any server that speaks OpenAI's chat completions: MODEL_URL, MODEL_NAME and MODEL_KEY say which one.
"""

import json
import os
import subprocess
import sys
import urllib.request
import uuid
from pathlib import Path

from gate import Gate

TOOLS = [
    {
        "type": "function",
        "function": {
            "name": "Bash",
            "description": "Runs a shell command in the project.",
            "parameters": {"type": "object", "properties": {"command": {"type": "string"}}, "required": ["command"]},
        },
    },
    {
        "type": "function",
        "function": {
            "name": "Write",
            "description": "Writes a file.",
            "parameters": {
                "type": "object",
                "properties": {"file_path": {"type": "string"}, "content": {"type": "string"}},
                "required": ["file_path", "content"],
            },
        },
    },
]


def run_tool(name: str, arguments: dict) -> str:
    if name == "Bash":
        done = subprocess.run(["bash", "-c", arguments["command"]], capture_output=True, text=True, timeout=120)
        return f"{done.stdout}{done.stderr}[exit {done.returncode}]"
    if name == "Write":
        Path(arguments["file_path"]).write_text(arguments["content"])
        return "written"
    return f"there is no tool {name}"


def one_call(gate: Gate, session: str, call: dict) -> tuple[str, bool]:
    """What the model is told of one call, and whether the session is over."""
    name = call["function"]["name"]
    try:
        arguments = json.loads(call["function"]["arguments"])
    except ValueError:
        return "the arguments are not JSON", False
    verdict = gate.judge(session, name, arguments, call=call["id"])
    if verdict.decision == "ask" and sys.stdin.isatty():
        # The gate wants a person to decide, and here is one.
        print(f"{name} {json.dumps(arguments)}\n{verdict.reason}", file=sys.stderr)
        if input("Run it? [y/N] ").strip().lower() != "y":
            return f"The user said no. {verdict.reason}", False
    elif not verdict.allowed:
        # The model reads why, and can do something else.
        return f"This call did not run. {verdict.reason}", verdict.stop
    try:
        result = run_tool(name, arguments)
    except Exception as error:
        result = f"the tool failed: {error}"
    return gate.came_back(session, name, result), False


def ask_model(messages: list) -> dict:
    body = {"model": os.environ.get("MODEL_NAME", "gpt-5"), "messages": messages, "tools": TOOLS}
    request = urllib.request.Request(
        os.environ["MODEL_URL"].rstrip("/") + "/chat/completions",
        json.dumps(body).encode(),
        {"Content-Type": "application/json", "Authorization": f"Bearer {os.environ.get('MODEL_KEY', '')}"},
    )
    with urllib.request.urlopen(request, timeout=120) as response:
        return json.load(response)["choices"][0]["message"]


def main(task: str) -> int:
    gate = Gate()
    session = f"python-{uuid.uuid4()}"
    gate.user_said(session, task)
    messages = [{"role": "user", "content": task}]
    for _ in range(20):
        message = ask_model(messages)
        messages.append(message)
        calls = message.get("tool_calls") or []
        if not calls:
            print(message.get("content") or "")
            return 0
        for call in calls:
            told, over = one_call(gate, session, call)
            messages.append({"role": "tool", "tool_call_id": call["id"], "content": told})
            if over:
                print(told, file=sys.stderr)
                return 1
    print("the agent did not come to an end", file=sys.stderr)
    return 1


if __name__ == "__main__":
    if len(sys.argv) != 2:
        print('usage: agent.py "<task>"', file=sys.stderr)
        sys.exit(64)
    sys.exit(main(sys.argv[1]))
