#!/bin/sh
# A bot in plain sh: it takes the first choice.
#
#     cabotage play calypso --bots "program:sh examples/bots/first.sh"
#
# "choices" comes before any other "number", so the first number is that of the first choice.
while IFS= read -r line; do
    case $line in
    '{"message":"hello"'*)
        echo '{"message":"ready","protocol":1,"name":"First"}' ;;
    '{"message":"choose"'*)
        rest=${line#*\"number\":}
        echo "{\"choose\":${rest%%,*}}" ;;
    esac
done
